/**
 * Whether a task can run at a place at all: every obstacle of every site and partition in words, each known to pass or
 * to stay. What has no obstacle is left to the prediction, which tells READY from BUSY.
 */
package org.diamondhpc.discovery.domain.verdict;
