package org.diamondhpc.globus.simulator.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.http.Refusal;

/** Refusals in the form of Globus Auth, which has OAuth's fields beside its own. */
final class AuthErrors {
    private AuthErrors() { }

    static Refusal invalidClient() {
        return of(401, "invalid_client", "AUTHENTICATION_ERROR", "Authentication error", "Invalid client credentials");
    }

    /** As recorded: nothing but the one field. */
    static Refusal invalidGrant() {
        return Refusal.withBody(401, "invalid grant", Json.object().put("error", "invalid_grant"));
    }

    static Refusal unsupportedGrant(String grant) {
        return of(400, "unsupported_grant_type", "UNSUPPORTED_GRANT_TYPE_ERROR", "Unsupported grant type",
                "Grant type '" + grant + "' is not supported");
    }

    static Refusal unknownScopes(String scopes) {
        return of(400, "unknown_scope_error", "UNKNOWN_SCOPE_ERROR", "Unknown Scope", "Unknown scopes: " + scopes);
    }

    static Refusal unauthorized(String detail) {
        return of(401, "unauthorized", "UNAUTHORIZED", "Unauthorized", detail);
    }

    private static Refusal of(int status, String error, String code, String title, String detail) {
        ObjectNode body = Json.object().put("error", error).put("error_description", detail);
        body.putArray("errors").addObject().put("status", String.valueOf(status)).put("id", UUID.randomUUID().toString())
                .put("code", code).put("title", title).put("detail", detail);
        return Refusal.withBody(status, detail, body);
    }
}
