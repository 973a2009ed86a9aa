/** A gateway that says what a test wants, on loopback, and a command line in this process. */
package org.diamondhpc.cli.testing;
