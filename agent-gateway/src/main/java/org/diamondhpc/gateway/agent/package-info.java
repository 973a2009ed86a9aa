/**
 * The hosted agent: a tool-calling loop for users without an agent runtime. A {@link org.diamondhpc.gateway.agent.Turns
 * turn} is a goal and what a model does about it, with the catalogue's skills as its tools. Its conversation is rows that
 * are only ever added to; while it sleeps for a wake it is a row of the work table and nothing else, and whichever replica
 * takes the row up goes on where it was.
 */
package org.diamondhpc.gateway.agent;
