/**
 * The sealed events, each one step of a task, a transfer or a session, and their CloudEvents types.
 */
package org.diamondhpc.schemas.event;
