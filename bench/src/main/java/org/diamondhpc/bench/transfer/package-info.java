/**
 * {@code diamond bench transfer}: the same files by each mover, Globus (simulated), rsync and the relay, beside what scp
 * and rsync by hand take on the same way in the same run.
 */
package org.diamondhpc.bench.transfer;
