/**
 * Pages of lists: newest first or by name, continued by an opaque cursor.
 */
package org.diamondhpc.gateway.page;
