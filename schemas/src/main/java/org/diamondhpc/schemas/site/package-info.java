/**
 * What was seen of a site: partitions, nodes, queue, own limits and health, with the time of the look.
 */
package org.diamondhpc.schemas.site;
