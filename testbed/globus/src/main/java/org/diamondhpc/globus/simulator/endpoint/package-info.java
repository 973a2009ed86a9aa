/** Collections as the service shows them, who may use them, and the file operations that need no task. */
package org.diamondhpc.globus.simulator.endpoint;
