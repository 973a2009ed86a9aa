/**
 * Events in: what was placed is staged, what has ended is collected, what was asked for is moved, what was cancelled
 * is stopped and remembered. Everything here happens in the transaction that marks the event as handled; nothing here
 * touches a site.
 */
package org.diamondhpc.transfer.intake;
