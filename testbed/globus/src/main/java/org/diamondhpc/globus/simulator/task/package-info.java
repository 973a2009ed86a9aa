/** Tasks: what was submitted, how far it is, the queue in which it waits, and its events. */
package org.diamondhpc.globus.simulator.task;
