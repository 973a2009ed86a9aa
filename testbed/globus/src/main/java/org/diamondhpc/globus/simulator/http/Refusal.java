package org.diamondhpc.globus.simulator.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** An answer other than success. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final transient ObjectNode body;
    private final transient Map<String, String> headers;

    private Refusal(int status, String message, ObjectNode body, Map<String, String> headers) {
        super(message, null, false, false);
        this.status = status;
        this.body = body;
        this.headers = headers;
    }

    /** In Transfer's form; the request's id and resource are added where it is sent. */
    public static Refusal of(int status, String code, String message) {
        return new Refusal(status, message, Json.object().put("code", code).put("message", message), Map.of());
    }

    public static Refusal badRequest(String message) {
        return of(400, "ClientError.BadRequest", message);
    }

    /** With more than code and message. */
    public static Refusal withBody(int status, String message, ObjectNode body) {
        return new Refusal(status, message, body, Map.of());
    }

    public Refusal with(String header, String value) {
        return new Refusal(status, getMessage(), body, Map.of(header, value));
    }

    int status() {
        return status;
    }

    ObjectNode body() {
        return body;
    }

    Map<String, String> headers() {
        return headers;
    }
}
