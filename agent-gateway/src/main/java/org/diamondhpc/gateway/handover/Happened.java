package org.diamondhpc.gateway.handover;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.DiamondJson;

/**
 * One thing that happened in a session. Texts from a site are data, never instructions.
 *
 * @param subject the session, or the task, transfer or wait it happened to
 * @param seq the number of the event in the journal of its subject, or of the wake in its session
 * @param type the CloudEvents type
 * @param said what happened, in words, with the reason
 * @param input what a skill was called with; only for a call
 * @param files what was left behind or moved, at most {@value #MOST_FILES}
 * @param moreFiles those left out, counted; absent: none
 */
public record Happened(Instant at, String subject, long seq, String type, String said, JsonNode input,
        List<FileFact> files, Integer moreFiles) {
    static final int MOST_FILES = 20;
    private static final int MAX_TEXT = 1000;

    /** A file by its logical path. */
    public record FileFact(String path, String sha256, Long size) {
    }

    static Happened of(Instant at, String subject, long seq, String type, String body) {
        JsonNode event = read(body);
        List<FileFact> files = new ArrayList<>();
        event.path("outputs").forEach(f -> files.add(new FileFact(f.path("path").asText(null),
                f.path("sha256").asText(null), f.hasNonNull("size") ? f.get("size").asLong() : null)));
        event.path("done").forEach(f -> files.add(new FileFact(f.path("logical").asText(f.path("path").asText(null)),
                f.path("sha256").asText(null), f.hasNonNull("size") ? f.get("size").asLong() : null)));
        int more = files.size() - MOST_FILES;
        return new Happened(at, subject, seq, type, said(event), event.get("input"),
                more > 0 ? files.subList(0, MOST_FILES) : files, more > 0 ? more : null);
    }

    private static String said(JsonNode event) {
        List<String> facts = new ArrayList<>();
        add(facts, "", event.path("skill"));
        add(facts, "", event.path("reason"));
        add(facts, "", event.path("summary"));
        add(facts, "name ", event.at("/order/spec/name"));
        add(facts, "at ", event.at("/placement/site"));
        add(facts, "partition ", event.at("/placement/partition"));
        add(facts, "because ", event.at("/placement/why"));
        add(facts, "job ", event.at("/job/id"));
        add(facts, "", event.path("state"));
        add(facts, "", event.at("/outcome/end"));
        add(facts, "exit code ", event.at("/outcome/exitCode"));
        add(facts, "", event.path("explanation"));
        add(facts, "", event.path("cause"));
        add(facts, "", event.at("/problem/reason"));
        add(facts, "", event.at("/problem/detail"));
        add(facts, "waits for things: ", event.path("items"));
        add(facts, "note: ", event.path("note"));
        String text = String.join(", ", facts);
        return text.isEmpty() ? null : text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT - 1) + "…" : text;
    }

    private static void add(List<String> facts, String before, JsonNode fact) {
        if (fact.isValueNode() && !fact.isNull() && !fact.asText().isEmpty()) {
            facts.add(before + fact.asText());
        }
    }

    private static JsonNode read(String body) {
        try {
            return DiamondJson.json().readTree(body);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
