package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.Test;

/** What another agent reads when it takes a session over. */
@QuarkusTest
class HandoverTest extends GatewayTest {
    @Test
    void journalTellsEverythingInPagesAndOnce() {
        String session = session();
        alice.send("PATCH", "/v1/sessions/" + session,
                "{\"notes\": {\"plan\": \"compare\"}}".getBytes(StandardCharsets.UTF_8));
        String task = alice.post("/v1/skills/submit_task", """
                {"session": "%s", "spec": {"executable": "true", "name": "quick"}}""".formatted(session)).json()
                .at("/task/id").asText();
        park(session, "{\"tasks\": [\"" + task + "\"], \"note\": \"then look at it\"}");
        park(session, "{\"timeout\": \"2h\", \"note\": \"in any case\"}");
        say(steps(task).all(JobEnd.COMPLETED));
        awaitState(task, "SUCCEEDED");

        List<JsonNode> entries = new ArrayList<>();
        JsonNode first = alice.get("/v1/sessions/" + session + "/journal?limit=3").json();
        JsonNode page = first;
        page.path("items").forEach(entries::add);
        while (page.hasNonNull("next")) {
            page = alice.get("/v1/sessions/" + session + "/journal?limit=3&cursor=" + page.path("next").asText())
                    .json();
            page.path("items").forEach(entries::add);
        }

        assertThat(first.at("/session/notes/plan").asText()).isEqualTo("compare");
        assertThat(first.path("waits")).hasSize(1);
        assertThat(first.at("/waits/0/note").asText()).isEqualTo("in any case");
        assertThat(page.has("session")).isFalse();
        assertThat(entries).doesNotHaveDuplicates();
        assertThat(said(entries, "skill-called")).contains("submit_task");
        assertThat(said(entries, "task.placed")).contains("at alpha", "because it is free");
        assertThat(said(entries, "session.parked")).contains("then look at it");
        assertThat(said(entries, "wake-issued")).contains("SUCCEEDED");
        JsonNode collected = entries.stream().filter(e -> e.path("type").asText().contains("outputs-collected"))
                .findFirst().orElseThrow();
        assertThat(collected.at("/files/0/sha256").asText()).isEqualTo("a".repeat(64));
        assertThat(entries.stream().map(e -> Instant.parse(e.path("at").asText())).toList()).isSorted();
    }

    @Test
    void journalIsItsTenantsAndItsCursorsAreItsOwn() {
        String session = session();

        assertThat(bob.get("/v1/sessions/" + session + "/journal").status()).isEqualTo(404);
        for (String cursor : new String[] {"x", "am91cm5hbDp4", "am91cm5hbDp-fn5-"}) {
            assertThat(alice.get("/v1/sessions/" + session + "/journal?cursor=" + cursor).reason())
                    .isEqualTo("INVALID_CURSOR");
        }
        assertThat(alice.get("/v1/sessions/" + session + "/journal").json().path("items")).isEmpty();
    }

    private void park(String session, String condition) {
        assertThat(alice.post("/v1/sessions/" + session + "/waits", condition).status()).isEqualTo(201);
    }

    private static String said(List<JsonNode> entries, String type) {
        return entries.stream().filter(e -> e.path("type").asText().contains(type)).map(e -> e.path("said").asText())
                .findFirst().orElse("");
    }
}
