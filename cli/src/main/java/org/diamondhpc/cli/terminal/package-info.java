/**
 * How things look to people: tables, sizes, durations, colours and lines that change in place, and plain text where
 * nobody looks.
 */
package org.diamondhpc.cli.terminal;
