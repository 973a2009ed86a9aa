/** Doing a task's work: walking directories, moving bytes, comparing checksums, deleting; and trouble with it on demand. */
package org.diamondhpc.globus.simulator.move;
