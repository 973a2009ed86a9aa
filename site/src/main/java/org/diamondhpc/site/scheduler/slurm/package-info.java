/**
 * Slurm, from 20.02 on. What its clients print is read as text with {@code \x1F} between the fields, free text last and
 * a random mark before each row; what they say when they refuse is one table; what a job's end means is decided from
 * the queue, the accounting with its steps and the job's own record together. Facts were measured on 22.05.
 */
package org.diamondhpc.site.scheduler.slurm;
