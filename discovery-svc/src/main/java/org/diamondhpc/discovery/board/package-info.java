/**
 * What this replica holds in memory to decide at once: the latest snapshot of every site with the forecast made of it,
 * what was placed since, and what earlier placements taught. All of it is read back from the service's schema.
 */
package org.diamondhpc.discovery.board;
