/**
 * What an observation means for a job, free of clocks, I/O and frameworks. A job's life changes only on a healthy
 * observation; what was not observed leaves it as it is.
 */
package org.diamondhpc.monitor.domain;
