/**
 * How fast data gets from one site to another: one large file and very many small ones, beside {@code scp} and SFTP one
 * file at a time over the same route (site, this machine, site) in the same run.
 */
package org.diamondhpc.bench.stage;
