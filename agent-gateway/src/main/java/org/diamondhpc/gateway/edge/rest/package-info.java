/**
 * The REST edge: turns HTTP into calls of the features' application services and their answers and failures into
 * HTTP. It holds no rules of its own; the other edges call the same services.
 */
package org.diamondhpc.gateway.edge.rest;
