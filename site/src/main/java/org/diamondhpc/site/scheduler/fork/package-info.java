/**
 * A workstation without a scheduler, through the same port: the same wrapper, started by a small runner that waits for
 * free slots under a lock, keeps the time limit and writes the end. The queue is a folder under the storage root; a
 * process is known by its number, start time and boot. GPUs, several nodes, accounts and reservations are refused.
 */
package org.diamondhpc.site.scheduler.fork;
