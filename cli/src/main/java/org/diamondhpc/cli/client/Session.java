package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import org.diamondhpc.schemas.id.SessionId;

/** An agent's conversation. */
public record Session(JsonNode json) implements Document {
    public SessionId id() {
        return new SessionId(text("/id"));
    }

    /** {@code OPEN}, {@code PARKED} or {@code CLOSED}. */
    public String state() {
        return text("/state");
    }

    public long lastWake() {
        return number("/lastWake");
    }

    /** Every wake up to this number was seen. */
    public long acked() {
        return number("/acked");
    }
}
