package org.diamondhpc.gateway.skill.handler;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.skill.Cut;
import org.diamondhpc.schemas.DiamondJson;

/** One event of a task in an answer, in a few words instead of its whole body. */
record EventBrief(int seq, String type, Instant time, String said) {
    private static final int MAX_TEXT = 300;

    static EventBrief of(JournalEntry entry) {
        try {
            JsonNode body = DiamondJson.json().readTree(entry.body());
            return new EventBrief(entry.seq(), entry.type(), entry.time(), Cut.to(said(body), MAX_TEXT));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String said(JsonNode body) {
        List<String> facts = new ArrayList<>();
        add(facts, "at ", body.at("/placement/site"));
        add(facts, "partition ", body.at("/placement/partition"));
        add(facts, "job ", body.at("/job/id"));
        add(facts, "", body.path("state"));
        add(facts, "", body.at("/outcome/end"));
        add(facts, "exit code ", body.at("/outcome/exitCode"));
        add(facts, "", body.path("explanation"));
        add(facts, "", body.path("why"));
        add(facts, "", body.at("/problem/reason"));
        add(facts, "", body.at("/problem/detail"));
        return facts.isEmpty() ? null : String.join(", ", facts);
    }

    private static void add(List<String> facts, String before, JsonNode fact) {
        if (fact.isValueNode() && !fact.isNull()) {
            facts.add(before + fact.asText());
        }
    }
}
