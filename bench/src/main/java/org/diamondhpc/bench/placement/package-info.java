/**
 * How good the choice of a site is. Matched rounds: one state of all sites, every policy's choice written down, then the
 * truth of the same probe job at every site. The policies are the service's own classes, fed with the snapshots it would
 * have seen; what a cluster alone knows, the real run times, never reaches them before a job has ended.
 */
package org.diamondhpc.bench.placement;
