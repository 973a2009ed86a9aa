package org.diamondhpc.gateway.edge.mcp;

/** What the server says of itself. */
final class ServerVersion {
    static final String TEXT = "0.1.0";

    private ServerVersion() {
    }
}
