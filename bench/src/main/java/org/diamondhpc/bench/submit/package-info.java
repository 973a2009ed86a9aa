/**
 * How many tasks a second get from REST into a scheduler, beside what a user's own loop of {@code sbatch} over a kept SSH
 * connection manages on the same cluster in the same run.
 */
package org.diamondhpc.bench.submit;
