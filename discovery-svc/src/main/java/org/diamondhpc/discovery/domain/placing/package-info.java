/**
 * Step ② of the ring: where a task goes and why, what to do when no place can be had, and what follows from a place
 * that refused.
 */
package org.diamondhpc.discovery.domain.placing;
