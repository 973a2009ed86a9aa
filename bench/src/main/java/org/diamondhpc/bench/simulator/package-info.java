/**
 * Replays workload traces: clusters that count processors, with first-come-first-served, EASY and conservative backfilling,
 * in order of arrival or by priority of age and fair-share. The same trace gives the same replay, second by second; what it
 * does is held against published schedules. Nothing here knows of placement.
 */
package org.diamondhpc.bench.simulator;
