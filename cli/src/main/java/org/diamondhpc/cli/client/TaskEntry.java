package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;

/** One event of a task's or a transfer's life, as it was seen. */
public record TaskEntry(JsonNode json) implements Document {
    /** Counts from 1. */
    public long seq() {
        return number("/seq");
    }

    /** The CloudEvents type's own words, for example {@code job-started}. */
    public String what() {
        return text("/type").replaceFirst("^org\\.diamondhpc\\.[a-z]+\\.", "").replaceFirst("\\.v\\d+$", "");
    }
}
