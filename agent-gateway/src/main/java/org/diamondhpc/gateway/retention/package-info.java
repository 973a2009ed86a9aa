/**
 * What is kept for how long, and its end: ended tasks with their journals and what of them lies at sites, transfers,
 * acknowledged wakes, the audit trail. One row of the work table sweeps a small batch at a time.
 */
package org.diamondhpc.gateway.retention;
