/**
 * Globus moves files: errands give consignments, which gather into shipments, each one Globus task that survives any
 * crash; one row an identity submits, watches, cancels and cleans up, and wakes the errands' rows when there is news.
 * No thread waits while Globus moves.
 */
package org.diamondhpc.transfer.globus;
