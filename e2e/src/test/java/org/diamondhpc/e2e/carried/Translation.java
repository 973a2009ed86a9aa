package org.diamondhpc.e2e.carried;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.diamondhpc.e2e.stage.Api;

/**
 * What Diamond made of a script for a site.
 *
 * @param script null where it refused
 * @param notes kinds and places, for example {@code RISK line 4}
 * @param refused the fields the site's scheduler cannot express, with the reason
 */
record Translation(String script, List<String> notes, Map<String, String> refused) {
    private static final String PATH = "/v1/translations";

    /** @param command the words it is submitted with; none: it is submitted as it is */
    static Translation of(Api api, Original original, List<String> command, String site) {
        Api.Reply reply = api.ask("POST", PATH, Api.bytes(Map.of("script", original.script(), "command", command, "site", site)));
        JsonNode json = reply.json();
        if (reply.status() == 200) {
            return new Translation(json.path("script").asText(), each(json.path("notes"))
                    .map(n -> n.path("kind").asText() + " " + n.path("place").asText()).toList(), Map.of());
        }
        Map<String, String> refused = each(json.path("violations")).collect(Collectors.toMap(
                v -> v.path("pointer").asText(), v -> v.path("message").asText(), (a, b) -> a + "; " + b));
        if (refused.isEmpty()) {
            throw new IllegalStateException(original.title() + ": HTTP " + reply.status() + " " + reply.text());
        }
        return new Translation(null, List.of(), refused);
    }

    private static Stream<JsonNode> each(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    /** What the notes should say of the script and do not. */
    List<String> unsaid(Original original, Ground ground) {
        List<String> all = new ArrayList<>();
        Map.of("risk", "RISK", "assumed", "ASSUMED", "leftout", "LEFT_OUT").forEach((mark, kind) -> {
            if (original.asksFor(mark) && notes.stream().noneMatch(n -> n.startsWith(kind))) {
                all.add("no note of kind " + kind);
            }
        });
        new TreeSet<>(ground.named(original)).stream().filter(field -> notes.stream().noneMatch(n -> n.endsWith(" " + field)))
                .forEach(field -> all.add("no note on " + field));
        return all;
    }
}
