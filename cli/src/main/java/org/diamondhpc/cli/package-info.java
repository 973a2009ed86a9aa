/**
 * The command line, on the public REST API only: {@link org.diamondhpc.cli.Diamond} is the program. Commands live in
 * {@code command}, what they print with in {@code terminal}, the guided run in {@code demo}, and everything that
 * speaks HTTP in {@link org.diamondhpc.cli.client}.
 */
package org.diamondhpc.cli;
