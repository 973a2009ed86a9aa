/**
 * What every command has at hand: the client, the terminal, the global options, JSON or text, and exit codes.
 */
package org.diamondhpc.cli.shell;
