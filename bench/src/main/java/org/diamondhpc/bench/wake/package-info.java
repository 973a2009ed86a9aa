/**
 * How soon an agent knows: from a job's last instruction to the wake in a waiting client's hands, hop by hop; and what
 * watching costs the site, with few and with many jobs under watch.
 */
package org.diamondhpc.bench.wake;
