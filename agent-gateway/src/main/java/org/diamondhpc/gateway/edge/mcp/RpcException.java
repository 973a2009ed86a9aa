package org.diamondhpc.gateway.edge.mcp;

/** Ends the answering of a request with an error. */
final class RpcException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient RpcError error;

    RpcException(RpcError error) {
        super(error.message());
        this.error = error;
    }

    RpcError error() {
        return error;
    }
}
