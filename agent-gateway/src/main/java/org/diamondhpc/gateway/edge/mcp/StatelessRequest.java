package org.diamondhpc.gateway.edge.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.diamondhpc.gateway.policy.Caller;

/**
 * A request of revision 2026-07-28, which says all about itself in each message.
 *
 * @param id a text or a whole number
 * @param key the idempotency key; null: none
 */
record StatelessRequest(JsonNode id, String method, JsonNode params, Caller caller, String key) {
    static final String VERSION = "2026-07-28";
    static final String TASKS = "io.modelcontextprotocol/tasks";
    private static final String PREFIX = "io.modelcontextprotocol/";
    private static final String BASE64 = "=?base64?";

    /** Whether a message is of this revision or a later one; earlier ones open with {@code initialize}. */
    static boolean speaks(HttpServerRequest http, JsonNode message) {
        String version = http.getHeader("MCP-Protocol-Version");
        return message.path("params").path("_meta").has(PREFIX + "protocolVersion") || http.getHeader("Mcp-Method")
                != null || version != null && version.compareTo(VERSION) >= 0;
    }

    /** Whether the client can take a task's handle instead of an answer. */
    boolean tasks() {
        return meta().path(PREFIX + "clientCapabilities").path("extensions").path(TASKS).isObject();
    }

    JsonNode meta() {
        return params.path("_meta");
    }

    /** @throws RpcException where a required member is missing, or a header says something else */
    void check(HttpServerRequest http) {
        if (!meta().path(PREFIX + "protocolVersion").isTextual()
                || !meta().path(PREFIX + "clientCapabilities").isObject()) {
            throw RpcError.bad(RpcError.INVALID_PARAMS, "_meta holds " + PREFIX + "protocolVersion and " + PREFIX
                    + "clientCapabilities in every request");
        }
        String version = meta().path(PREFIX + "protocolVersion").textValue();
        same(http, "MCP-Protocol-Version", version);
        if (!version.equals(VERSION)) {
            ObjectNode data = JsonNodeFactory.instance.objectNode().put("requested", version);
            data.putArray("supported").add(VERSION);
            throw new RpcException(new RpcError(400, RpcError.UNSUPPORTED_VERSION, "Unsupported protocol version",
                    data));
        }
        same(http, "Mcp-Method", method);
        String name = switch (method) {
            case "tools/call", "prompts/get" -> params.path("name").textValue();
            case "resources/read" -> params.path("uri").textValue();
            case "tasks/get", "tasks/update", "tasks/cancel" -> params.path("taskId").textValue();
            default -> null;
        };
        if (name != null) {
            same(http, "Mcp-Name", name);
        }
    }

    private static void same(HttpServerRequest http, String header, String value) {
        String sent = http.getHeader(header);
        if (sent == null || !decoded(sent).equals(value)) {
            throw RpcError.bad(RpcError.HEADER_MISMATCH, "Header mismatch: " + header + (sent == null
                    ? " is missing" : " is not what the body says"));
        }
    }

    private static String decoded(String header) {
        if (header.startsWith(BASE64) && header.endsWith("?=")) {
            try {
                return new String(Base64.getDecoder().decode(header.substring(BASE64.length(), header.length() - 2)),
                        StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                throw RpcError.bad(RpcError.HEADER_MISMATCH, "Header mismatch: a header is not base64");
            }
        }
        return header;
    }

    /** @throws RpcException where it is absent */
    String text(String member) {
        if (!params.path(member).isTextual()) {
            throw RpcError.refused("params hold " + member);
        }
        return params.get(member).textValue();
    }
}
