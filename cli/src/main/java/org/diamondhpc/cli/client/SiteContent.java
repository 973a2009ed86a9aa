package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Base64;

/** A piece of a file at a site. */
public record SiteContent(JsonNode json) implements Document {
    public byte[] bytes() {
        String base64 = text("/base64");
        return base64 == null ? new byte[0] : Base64.getDecoder().decode(base64);
    }

    public long next() {
        return number("/offset") + bytes().length;
    }

    public boolean end() {
        return json.path("end").asBoolean();
    }
}
