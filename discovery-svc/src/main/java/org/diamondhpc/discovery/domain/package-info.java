/**
 * Pure decisions of discovery-svc: {@code verdict} says where a task can run, {@code wait} when it would start,
 * {@code staging} how long its inputs take, {@code policy} which place is best, {@code placing} puts them together, and
 * {@code probe} says how often a site is looked at. No clock, no I/O, no framework.
 */
package org.diamondhpc.discovery.domain;
