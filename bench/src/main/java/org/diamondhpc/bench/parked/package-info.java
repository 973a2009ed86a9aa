/**
 * How many sleeping agents one gateway bears: a hundred thousand parked sessions in one process with a real broker and a
 * real database, ends of jobs at a given rate as the ring tells them, and when each becomes a wake. The other services are
 * played, so that what is measured is the gateway.
 */
package org.diamondhpc.bench.parked;
