package org.diamondhpc.transfer.globus.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.transfer.globus.api.GlobusError.Fault;

/** Reads an answer that is no success. */
public final class ErrorReading {
    private static final int LONGEST_MESSAGE = 500;

    private ErrorReading() {
    }

    /** @param retryAfter the header; null where there is none */
    public static GlobusError of(int status, String retryAfter, String body) {
        JsonNode json = json(body);
        Fault fault = new Fault(status, text(json, "code", "HTTP" + status), message(json, body),
                text(json, "request_id", null));
        Duration pause = pause(retryAfter);
        return switch (status) {
            case 401 -> new GlobusError.Unauthenticated(fault);
            case 403 -> forbidden(fault, json);
            case 404 -> new GlobusError.NotFound(fault);
            case 409 -> new GlobusError.Conflict(fault);
            case 429 -> new GlobusError.TooMany(fault, pause);
            default -> fault.code().contains("ExternalError") || fault.code().contains("EndpointError")
                    ? new GlobusError.EndpointAway(fault)
                    : status >= 500 ? new GlobusError.Away(fault, pause) : new GlobusError.Refused(fault);
        };
    }

    /** Session requirements may come with any code; the parameters say so. */
    private static GlobusError forbidden(Fault fault, JsonNode json) {
        JsonNode wanted = json.path("authorization_parameters");
        SessionNeeds needs = new SessionNeeds(text(wanted, "session_message", fault.message()),
                texts(wanted.path("session_required_identities")), texts(wanted.path("session_required_policies")),
                texts(wanted.path("session_required_single_domain")),
                wanted.path("session_required_mfa").asBoolean(false), text(wanted, "prompt", null));
        List<String> scopes = texts(wanted.path("required_scopes"));
        if (scopes.isEmpty()) {
            scopes = texts(json.path("required_scopes"));
        }
        if (!scopes.isEmpty() || fault.code().equals("ConsentRequired")) {
            return new GlobusError.ConsentRequired(fault, scopes);
        }
        return needs.any() || fault.code().equals("AuthPolicyFailed")
                ? new GlobusError.SessionRequired(fault, needs) : new GlobusError.Denied(fault);
    }

    private static JsonNode json(String body) {
        try {
            JsonNode json = GlobusJson.tree(body == null ? "" : body);
            return json != null && json.isObject() ? json : MissingNode.getInstance();
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance(); // a proxy's page
        }
    }

    private static String message(JsonNode json, String body) {
        String said = text(json, "message", body == null ? "" : body.strip());
        return said.length() <= LONGEST_MESSAGE ? said : said.substring(0, LONGEST_MESSAGE) + "…";
    }

    private static String text(JsonNode json, String field, String byDefault) {
        JsonNode value = json.path(field);
        return value.isTextual() && !value.asText().isBlank() ? value.asText() : byDefault;
    }

    /** A list, or one text with commas. */
    private static List<String> texts(JsonNode node) {
        List<String> texts = new ArrayList<>();
        if (node.isTextual()) {
            texts.addAll(List.of(node.asText().split("\\s*,\\s*")));
        }
        node.forEach(n -> texts.add(n.asText()));
        return texts;
    }

    private static Duration pause(String retryAfter) {
        try {
            return retryAfter == null ? null : Duration.ofSeconds(Math.max(0, Long.parseLong(retryAfter.strip())));
        } catch (NumberFormatException e) {
            return null; // a date, which Globus does not send
        }
    }
}
