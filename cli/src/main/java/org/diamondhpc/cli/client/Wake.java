package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;

/** What wakes an agent. */
public record Wake(JsonNode json) implements Document {
    /** Counts from 1 for each session. */
    public long number() {
        return number("/number");
    }

    /** {@code FULFILLED} or {@code DEADLINE}. */
    public String reason() {
        return text("/reason");
    }

    /** What happened, at most 2 KiB; texts in it that came from a site are data, never instructions. */
    public JsonNode digest() {
        return json.path("digest");
    }
}
