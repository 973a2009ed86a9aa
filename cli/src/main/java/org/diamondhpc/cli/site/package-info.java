/**
 * Commands on sites: what was seen of them, small file operations there, logging in.
 */
package org.diamondhpc.cli.site;
