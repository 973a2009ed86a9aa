package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;

/** What agents call, by name and as JSON. */
public final class SkillsApi {
    private static final String PATH = "v1/skills";
    /** A call may wait for events that long by itself. */
    private static final Duration LONGEST = Duration.ofSeconds(50);

    private final Http http;

    SkillsApi(Http http) {
        this.http = http;
    }

    public List<Document> list() {
        JsonNode all = http.send(Call.get(PATH)).json();
        return ((Document) () -> all).list("/items", node -> (Document) () -> node);
    }

    /** A skill with its guide, schemas and examples. */
    public Document get(String name) {
        JsonNode skill = http.send(Call.get(path(name))).json();
        return () -> skill;
    }

    /** Carries a skill out; its effect happens once for the intent. */
    public Document call(String name, JsonNode input, Intent intent) {
        JsonNode answer = http.send(Call.once(path(name), input, intent).patient(LONGEST)).json();
        return () -> answer;
    }

    private static String path(String name) {
        return PATH + "/" + Call.encoded(name);
    }
}
