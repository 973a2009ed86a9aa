/**
 * Server-sent events: the same tables as the REST edge, followed. A stream resumes by {@code Last-Event-ID}, reads on
 * only as fast as its client, and sends a comment when nothing happens.
 */
package org.diamondhpc.gateway.edge.stream;
