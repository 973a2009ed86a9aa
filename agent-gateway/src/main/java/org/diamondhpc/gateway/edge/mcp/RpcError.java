package org.diamondhpc.gateway.edge.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A JSON-RPC error and the HTTP status it goes with.
 *
 * @param data absent: nothing more to say
 */
record RpcError(int status, int code, String message, JsonNode data) {
    static final int PARSE = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int INTERNAL = -32603;
    /** Of revision 2026-07-28: a header says something else than the body. */
    static final int HEADER_MISMATCH = -32020;
    /** Of revision 2026-07-28: the client did not say that it can do what the answer needs. */
    static final int MISSING_CAPABILITY = -32021;
    /** Of revision 2026-07-28. */
    static final int UNSUPPORTED_VERSION = -32022;
    /** Of the revisions with a session, for a resource that is not there. */
    static final int LEGACY_NOT_FOUND = -32002;

    static RpcException bad(int code, String message) {
        return new RpcException(new RpcError(400, code, message, null));
    }

    /** The answer to a request that was understood. */
    static RpcException refused(String message) {
        return new RpcException(new RpcError(200, INVALID_PARAMS, message, null));
    }

    ObjectNode json() {
        ObjectNode error = JsonNodeFactory.instance.objectNode().put("code", code).put("message", message);
        return data == null ? error : error.set("data", data);
    }
}
