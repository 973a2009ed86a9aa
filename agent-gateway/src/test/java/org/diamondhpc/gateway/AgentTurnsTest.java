package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.diamondhpc.gateway.retention.OldRows;
import org.diamondhpc.model.testing.Answer;
import org.diamondhpc.model.testing.Question;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.SessionEvent;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The hosted agent's loop: tools, sleep, wakes, journal, accounting. */
@QuarkusTest
class AgentTurnsTest extends AgentCase {
    @Inject
    OldRows rows;

    @ParameterizedTest
    @ValueSource(strings = {"openai", "anthropic"})
    void jobIsSubmittedSleptForAndTold(String form) {
        model.script(AgentCase::submitParkTell);
        String turn = begin("sleep a second", form);
        JsonNode asleep = awaitTurn(turn, "PARKED");
        assertThat(model.questions()).hasSize(2);
        String task = tasks().getFirst().path("id").asText();

        end(task, JobEnd.COMPLETED);

        JsonNode over = awaitTurn(turn, "ANSWERED");
        assertThat(over.path("answer").asText()).isEqualTo("It is over: Task nap SUCCEEDED");
        assertThat(kinds(turn)).containsExactly("asked", "said", "done", "said", "done", "woken", "said");
        assertThat(model.questions()).hasSize(3);
        assertThat(over.at("/used/modelCalls").asInt()).isEqualTo(3);
        assertThat(over.at("/used/toolCalls").asInt()).isEqualTo(2);
        assertThat(over.at("/used/inputTokens").asLong()).isEqualTo(model.usage().input());
        assertThat(over.at("/used/outputTokens").asLong()).isEqualTo(model.usage().output());
        assertThat(over.at("/used/cost").decimalValue().movePointRight(6).longValueExact())
                .isEqualTo(3 * model.usage().input() + 15 * model.usage().output());
        assertThat(asleep.path("answer").isMissingNode()).isTrue();
    }

    @Test
    void whatItDidIsInTheSessionsJournalAndItsEndInTheTopic() {
        model.script(AgentCase::submitParkTell);
        String turn = begin("sleep a second", "openai");
        awaitTurn(turn, "PARKED");
        end(tasks().getFirst().path("id").asText(), JobEnd.FAILED);

        awaitTurn(turn, "ANSWERED");

        List<String> journal = new ArrayList<>();
        alice.get("/v1/sessions/" + session + "/journal?limit=500").json().path("items").forEach(i ->
                journal.add(i.path("type").asText().replaceAll("org\\.diamondhpc\\.|\\.v1", "") + " "
                        + i.path("said").asText()));
        assertThat(journal).anyMatch(j -> j.startsWith("session.turn-begun") && j.contains("sleep a second"))
                .anyMatch(j -> j.startsWith("session.skill-called submit_task"))
                .anyMatch(j -> j.startsWith("session.skill-called park"))
                .anyMatch(j -> j.startsWith("session.turn-ended") && j.contains("ANSWERED"));
        JsonNode called = alice.get("/v1/sessions/" + session + "/events").json().at("/items/0/body");
        assertThat(called.path("actor").asText()).isEqualTo("alice (hosted agent)");
        await().until(() -> ring.bodies(Topics.SESSION_EVENTS, session, SessionEvent.TurnEnded.class).size() == 1);
        assertThat(ring.bodies(Topics.SESSION_EVENTS, session, SessionEvent.TurnEnded.class).getFirst().modelCalls())
                .isEqualTo(3);
        assertThat(alice.get("/v1/sessions/" + session).json().path("acked").asLong()).isEqualTo(1);
    }

    @Test
    void nothingIsHeldWhileItSleeps() {
        model.script(AgentCase::submitParkTell);

        String turn = begin("sleep a second", "openai");

        awaitTurn(turn, "PARKED");
        await().untilAsserted(() -> assertThat(one("SELECT lease FROM gateway.work_item WHERE kind = 'agent-turn' "
                + "AND key = ? AND due_at > now() + interval '5 hours'", session)).isNull());
        assertThat((Long) one("SELECT count(*) FROM gateway.work_item WHERE kind = 'agent-turn' AND key = ?", session))
                .isEqualTo(1);
    }

    @Test
    void eachOfSeveralCallsIsAnsweredAlsoWhatIsMalformedOrUnknown() {
        model.script(q -> q.number() == 1 ? Answer.call("submit_task", SUBMIT).and("launch_rocket", "{}")
                .and("get_task", "{\"task\": ").and("get_task", "[1]").and("get_task", "{\"task\": 7}")
                .and("list_tasks", "") : Answer.words("understood"));

        String turn = begin("try everything", "openai");

        awaitTurn(turn, "ANSWERED");
        List<String> results = model.questions().getLast().results().stream().map(Question.Result::text).toList();
        assertThat(results).hasSize(6).allMatch(r -> r.startsWith("{\"trusted\":false,"));
        assertThat(results.get(0)).contains("\"answer\"", "was asked for");
        assertThat(results.get(1)).contains("INVALID_NOT_FOUND", "launch_rocket", "submit_task");
        assertThat(results.get(2)).contains("INVALID_REQUEST", "not a JSON object");
        assertThat(results.get(3)).contains("INVALID_REQUEST", "not a JSON object");
        assertThat(results.get(4)).contains("INVALID_REQUEST", "/task");
        assertThat(results.get(5)).contains("\"tasks\"");
    }

    @Test
    void toolsAreTheCataloguesWithoutTheSessionAndWithoutPolling() {
        String turn = begin("look around", "anthropic");

        awaitTurn(turn, "ANSWERED");
        Question asked = model.questions().getFirst();
        List<String> skills = new ArrayList<>();
        alice.get("/v1/skills").json().path("items").forEach(s -> skills.add(s.path("name").asText()));
        skills.remove("wait_for_events");
        assertThat(asked.tools()).isEqualTo(skills);
        asked.body().path("tools").forEach(t ->
                assertThat(t.at("/input_schema/properties").has("session")).as(t.path("name").asText()).isFalse());
        assertThat(asked.system()).contains(session, "a study", "Never poll");
        assertThat(asked.body().toString()).doesNotContain(KEY);
        assertThat(asked.headers().get("x-api-key")).isEqualTo(KEY);
    }

    @Test
    void otherSessionsCannotBeReached() {
        String other = session();
        model.script(q -> q.number() == 1 ? Answer.call("session", "{\"session\": \"" + other
                + "\", \"notes\": {\"was\": \"here\"}}") : Answer.words("done"));

        awaitTurn(begin("write a note", "openai"), "ANSWERED");

        assertThat(alice.get("/v1/sessions/" + other).json().path("notes")).isEmpty();
        assertThat(alice.get("/v1/sessions/" + session).json().at("/notes/was").asText()).isEqualTo("here");
    }

    @Test
    void turnGoesOnFromTheOnesBefore() {
        model.script(q -> Answer.words("my name is Ada"));
        awaitTurn(begin("who are you?", "openai"), "ANSWERED");
        model.script(q -> Answer.words(((Question.Model) q.turns().get(1)).text()));

        JsonNode second = awaitTurn(begin("again?", "anthropic"), "ANSWERED");

        assertThat(second.path("number").asInt()).isEqualTo(2);
        assertThat(second.path("answer").asText()).isEqualTo("my name is Ada");
        JsonNode account = alice.get(turns()).json();
        assertThat(account.path("turns")).hasSize(2);
        assertThat(account.at("/used/modelCalls").asInt()).isEqualTo(2);
        assertThat(account.at("/used/inputTokens").asLong()).isEqualTo(model.usage().input());
    }

    @Test
    void wakeNobodyHasSeenIsHeardByTheNextTurn() {
        String task = submit(SLEEP);
        alice.post("/v1/sessions/" + session + "/waits", Map.of("tasks", List.of(task)));
        end(task, JobEnd.COMPLETED);
        await().until(() -> alice.get("/v1/sessions/" + session).json().path("lastWake").asLong() == 1);
        model.script(q -> Answer.words("I heard " + wake(q).at("/wake/summary").asText()));

        JsonNode over = awaitTurn(begin("go on", "openai"), "ANSWERED");

        assertThat(over.path("answer").asText()).isEqualTo("I heard Task nap SUCCEEDED");
    }

    @Test
    void alarmWakesItAndItSleepsOn() {
        AtomicInteger woken = new AtomicInteger();
        model.script(q -> q.lastUser().contains("ATTENTION") && woken.incrementAndGet() == 1
                ? Answer.words("I go on waiting.") : submitParkTell(q));
        String turn = begin("sleep a second", "openai");
        awaitTurn(turn, "PARKED");
        String task = tasks().getFirst().path("id").asText();
        Steps steps = steps(task);
        say(List.of(steps.placed(), steps.staged(), steps.submitted(), steps.started()));
        awaitState(task, "RUNNING");

        ring.say(new TaskEvent.JobRequeued(steps.attempt(), steps.order().tenant(),
                steps.job(), 1, "node n1 failed"));

        await().untilAsserted(() -> assertThat(kinds(turn)).endsWith("woken", "said"));
        awaitTurn(turn, "PARKED");
        say(List.of(steps.started(), steps.finished(JobEnd.COMPLETED), steps.collected(JobEnd.COMPLETED)));
        assertThat(awaitTurn(turn, "ANSWERED").path("answer").asText()).contains("SUCCEEDED");
    }

    @Test
    void itDoesNotSleepForAWaitThatSomebodyCancelled() {
        model.script(q -> q.lastUser().contains("was cancelled") ? Answer.words("then I stop") : submitParkTell(q));
        String turn = begin("sleep a second", "openai");
        awaitTurn(turn, "PARKED");
        String waits = "/v1/sessions/" + session + "/waits";
        String wait = alice.get(waits).json().at("/items/0/id").asText();

        alice.send("DELETE", waits + "/" + wait, new byte[0]);

        assertThat(awaitTurn(turn, "ANSWERED").path("answer").asText()).isEqualTo("then I stop");
        assertThat(kinds(turn)).endsWith("done", "givenUp", "said");
        assertThat(model.questions().getLast().lastUser()).contains(wait);
    }

    @Test
    void longResultIsCutAndSaysSo() {
        model.script(q -> q.results().isEmpty() ? Answer.call("session", "{\"notes\": {\"much\": \"" + "x".repeat(7000)
                + "\", \"more\": \"y\"}}").and("session", "{\"notes\": {\"other\": \"" + "z".repeat(900) + "\"}}")
                : Answer.words("read"));
        run("UPDATE gateway.session SET context = ? WHERE id = ?", "{\"c\": \"" + "k".repeat(8000) + "\"}", session);

        awaitTurn(begin("read", "openai"), "ANSWERED");

        String result = model.questions().getLast().results().getLast().text();
        assertThat(result).contains("\"cutCharacters\":", "ask for less");
        assertThat(result.length()).isLessThan(17_000);
        assertThat(result).startsWith("{\"trusted\":false,");
    }

    @Test
    void whatWasSaidIsForgottenAndTheAnswerStays() {
        model.script(q -> Answer.words("over"));
        String turn = begin("look", "openai");
        awaitTurn(turn, "ANSWERED");
        String open = turn(session());

        rows.talks(Instant.now().plusSeconds(1), 100_000);

        assertThat(entries(turn)).isEmpty();
        assertThat(alice.get(turn).json().path("answer").asText()).isEqualTo("over");
        assertThat(entries(open)).isNotEmpty();
        assertThat(awaitTurn(begin("again", "anthropic"), "ANSWERED").path("number").asInt()).isEqualTo(2);
    }

    /** A turn that sleeps, in another session. */
    private String turn(String other) {
        model.script(q -> q.results().isEmpty() ? Answer.call("park", "{\"timeoutSeconds\": 3600}") : Answer.words("over"));
        String at = "/v1/sessions/" + other + "/turns/1";
        alice.post("/v1/sessions/" + other + "/turns", "{\"goal\": \"sleep\"}");
        awaitTurn(at, "PARKED");
        model.script(q -> Answer.words("over"));
        return at;
    }

    @Test
    void stepsAreFollowedLive() {
        model.script(AgentCase::submitParkTell);
        String turn = begin("sleep a second", "openai");
        awaitTurn(turn, "PARKED");
        int last = alice.get(turn + "/steps").json().path("next").asInt();
        var later = alice.getLater(turn + "/steps?state=PARKED&wait=20&after=" + last);

        end(tasks().getFirst().path("id").asText(), JobEnd.COMPLETED);

        JsonNode news = later.join().json();
        assertThat(news.at("/items/0/entry/kind").asText()).isEqualTo("woken");
        awaitTurn(turn, "ANSWERED");
    }
}
