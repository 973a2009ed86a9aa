/**
 * Looking at sites: one durable row of work for each, worked by whichever replica is free, as often as the site's state
 * and profile suggest. What was seen is stored, published where it is news, and wakes the tasks it opens a place for.
 */
package org.diamondhpc.discovery.work;
