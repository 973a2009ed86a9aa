package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;

/** A workspace file's entry in the catalogue. */
public record RemoteFile(JsonNode json) implements Document {
    public String uri() {
        return text("/uri");
    }

    public String path() {
        return text("/path");
    }

    public long size() {
        return number("/size");
    }

    /** Lower-case hex; null where not known. */
    public String sha256() {
        return text("/sha256");
    }
}
