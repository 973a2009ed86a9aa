/**
 * What another agent needs to take a session over: everything that happened in it, in order, in words; and what it
 * still waits for.
 */
package org.diamondhpc.gateway.handover;
