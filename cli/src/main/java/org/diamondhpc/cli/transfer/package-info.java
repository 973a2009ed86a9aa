/**
 * Commands on transfers between sites and workspaces.
 */
package org.diamondhpc.cli.transfer;
