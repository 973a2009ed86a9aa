/**
 * News within this process: whoever waits for an object ({@link org.diamondhpc.gateway.signal.Watch}) is told in the
 * moment a transaction that changed it has committed ({@link org.diamondhpc.gateway.signal.Signals}). A signal carries
 * nothing and may be lost or doubled; whoever hears one reads the table, which is the truth.
 */
package org.diamondhpc.gateway.signal;
