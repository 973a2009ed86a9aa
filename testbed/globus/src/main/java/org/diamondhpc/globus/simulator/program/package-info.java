/**
 * The simulator as a program: {@code testbed globus}. Its state directory holds {@code collections.json}, which the
 * testbed writes, and {@code credentials.json}, which the program writes for its clients to read, and for nobody else.
 */
package org.diamondhpc.globus.simulator.program;
