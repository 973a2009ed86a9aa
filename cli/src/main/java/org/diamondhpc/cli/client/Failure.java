package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;

/**
 * Why a request failed, as the gateway's problem+json says it (RFC 9457), or in the same words where no answer came.
 *
 * @param status the HTTP status; 0 where there was no answer
 * @param reason the stable code; a text, since a newer gateway may know more
 * @param outcome {@code TEMPORARY}, {@code PERMANENT} or {@code UNKNOWN}
 * @param violations the single errors of a bad request
 * @param request the request's id in the gateway's logs; may be absent
 */
public record Failure(int status, String reason, String outcome, String detail, String whatToDo,
        List<Violation> violations, String request) {
    public Failure {
        violations = List.copyOf(violations);
    }

    /** A failure on this side. */
    public static Failure of(Reason reason, String detail) {
        return of(reason, detail, reason.whatToDo());
    }

    public static Failure of(Reason reason, String detail, String whatToDo) {
        return new Failure(0, reason.name(), reason.outcome().name(), detail, whatToDo, List.of(), null);
    }

    static Failure of(int status, byte[] body) {
        JsonNode json = tree(body);
        if (json == null || !json.path("reason").isTextual()) {
            return foreign(status);
        }
        List<Violation> violations = new ArrayList<>();
        json.path("violations").forEach(v ->
                violations.add(new Violation(v.path("pointer").asText(), v.path("message").asText())));
        return new Failure(status, json.path("reason").asText(), json.path("outcome").asText(),
                json.path("detail").asText(), json.path("whatToDo").asText(), violations,
                json.path("instance").asText(null));
    }

    /** What did not come from Diamond: a proxy's page, or another server at this address. */
    private static Failure foreign(int status) {
        Reason reason = switch (status) {
            case 401 -> Reason.AUTH_MISSING;
            case 403 -> Reason.AUTH_FORBIDDEN;
            case 404 -> Reason.INVALID_NOT_FOUND;
            case 502, 503, 504 -> Reason.INTERNAL_UNAVAILABLE;
            default -> status >= 500 ? Reason.INTERNAL_ERROR : Reason.INVALID_REQUEST;
        };
        return new Failure(status, reason.name(), reason.outcome().name(),
                "HTTP " + status + ", and not in Diamond's words", reason.whatToDo(), List.of(), null);
    }

    private static JsonNode tree(byte[] body) {
        try {
            return DiamondJson.json().readTree(body);
        } catch (IOException e) {
            return null;
        }
    }

    public boolean is(Reason known) {
        return reason.equals(known.name());
    }

    /** Whether the same request may work soon; trouble of a site is not meant, since Diamond itself waits for that. */
    boolean passing() {
        return status == 429 || is(Reason.INTERNAL_UNAVAILABLE) || is(Reason.POLICY_IN_FLIGHT)
                || is(Reason.POLICY_RATE_LIMITED);
    }

    public boolean temporary() {
        return !outcome.equals(Outcome.PERMANENT.name());
    }

    public JsonNode json() {
        ObjectNode json = DiamondJson.json().createObjectNode().put("reason", reason).put("outcome", outcome)
                .put("detail", detail).put("whatToDo", whatToDo);
        if (status != 0) {
            json.put("status", status);
        }
        if (request != null) {
            json.put("instance", request);
        }
        if (!violations.isEmpty()) {
            violations.forEach(json.putArray("violations")::addPOJO);
        }
        return json;
    }
}
