/**
 * The built-in status page: one file that reads the public API like any other client.
 */
package org.diamondhpc.gateway.edge.page;
