package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads a list to its end, page by page. */
final class Pages {
    private static final int MOST = 500;

    private Pages() {
    }

    /** At most {@code limit} entries. */
    static <T> List<T> all(Http http, Call call, int limit, Function<JsonNode, T> as) {
        List<T> all = new ArrayList<>();
        String cursor = null;
        do {
            JsonNode page = http.send(call.with("limit", Math.min(limit - all.size(), MOST)).with("cursor", cursor))
                    .json();
            page.path("items").forEach(item -> all.add(as.apply(item)));
            cursor = page.path("next").asText(null);
        } while (cursor != null && all.size() < limit);
        return all;
    }
}
