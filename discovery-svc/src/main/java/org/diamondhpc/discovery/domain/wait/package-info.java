/**
 * When a job would start at a site: the visible queue is played forward by EASY backfilling over the nodes that were
 * seen, and the new job is given the earliest gap. {@link org.diamondhpc.discovery.domain.wait.WaitPredictor} is the
 * seam for other ways to know. All times inside are whole seconds since the look; everything is immutable.
 */
package org.diamondhpc.discovery.domain.wait;
