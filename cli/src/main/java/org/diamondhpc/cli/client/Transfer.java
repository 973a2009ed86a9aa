package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import org.diamondhpc.schemas.id.TransferId;

/** Files on their way from place to place. */
public record Transfer(JsonNode json) implements Document {
    public TransferId id() {
        return new TransferId(text("/id"));
    }

    /** {@code REQUESTED}, {@code RUNNING}, {@code STALLED}, {@code SUCCEEDED}, {@code FAILED}, {@code CANCELLED}. */
    public String state() {
        return text("/state");
    }

    public boolean ended() {
        return switch (state()) {
            case "SUCCEEDED", "FAILED", "CANCELLED" -> true;
            default -> false;
        };
    }

    public boolean succeeded() {
        return "SUCCEEDED".equals(state());
    }
}
