/**
 * gRPC, package {@code diamond.gateway.v1}: the operations of the REST edge on the same features. Messages and records
 * are one contract, so {@link org.diamondhpc.gateway.edge.grpc.Messages} and
 * {@link org.diamondhpc.gateway.edge.grpc.Trees} carry any of them over by the names of their fields, and a test holds
 * them together. Every call goes through {@link org.diamondhpc.gateway.edge.grpc.Calls}, which knows who asks and says
 * what went wrong.
 */
package org.diamondhpc.gateway.edge.grpc;
