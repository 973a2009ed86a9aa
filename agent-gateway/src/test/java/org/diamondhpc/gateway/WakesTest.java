package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.Test;

/** Sleeping and being woken. */
@QuarkusTest
class WakesTest extends GatewayTest {
    @Test
    void waitForWhatHasHappenedIsFulfilledAtOnce() {
        String task = submit(SLEEP);
        say(steps(task).all(JobEnd.COMPLETED));
        awaitState(task, "SUCCEEDED");
        String session = session();

        JsonNode wait = park(session, "{\"tasks\": [\"" + task + "\"], \"started\": [\"" + task + "\"]}");

        assertThat(wait.path("state").asText()).isEqualTo("FULFILLED");
        assertThat(wait.path("wake").asLong()).isEqualTo(1);
        assertThat(wakes(session, 0)).hasSize(1);
        assertThat(alice.get("/v1/sessions/" + session).json().path("state").asText()).isEqualTo("OPEN");
    }

    /** A look that ends just when its request is put aside once took the request's scope with it. */
    @Test
    void manyWhoAskForAWakeThatIsThereAllGetIt() throws Exception {
        String task = submit(SLEEP);
        say(steps(task).all(JobEnd.COMPLETED));
        awaitState(task, "SUCCEEDED");
        String session = session();
        park(session, "{\"tasks\": [\"" + task + "\"]}");
        String question = "/v1/sessions/" + session + "/wakes?after=0&wait=5";
        List<Future<Integer>> answers = new ArrayList<>();

        try (ExecutorService askers = Executors.newFixedThreadPool(32)) {
            for (int i = 0; i < 2_000; i++) {
                answers.add(askers.submit(() -> alice.get(question).status()));
            }
        }

        for (Future<Integer> answer : answers) {
            assertThat(answer.get()).isEqualTo(200);
        }
    }

    @Test
    void allWaitsForTheLastAndAnyForTheFirst() {
        String one = submit(SLEEP);
        String two = submit(SLEEP);
        String session = session();
        String both = "\"tasks\": [\"" + one + "\", \"" + two + "\"]";
        String all = park(session, "{\"mode\": \"ALL\", " + both + "}").path("id").asText();
        String any = park(session, "{\"mode\": \"ANY\", " + both + "}").path("id").asText();
        assertThat(alice.get("/v1/sessions/" + session).json().path("state").asText()).isEqualTo("PARKED");

        say(steps(one).all(JobEnd.COMPLETED));
        await().until(() -> wakes(session, 0).size() == 1);
        say(steps(two).all(JobEnd.FAILED));
        await().until(() -> wakes(session, 0).size() == 2);

        JsonNode wakes = wakes(session, 0);
        assertThat(wakes.get(0).path("waitId").asText()).isEqualTo(any);
        assertThat(wakes.get(0).path("digest").path("open").asInt()).isEqualTo(1);
        assertThat(wakes.get(1).path("waitId").asText()).isEqualTo(all);
        assertThat(wakes.get(1).path("digest").path("tasks")).hasSize(2);
    }

    @Test
    void startWakes() {
        String task = submit(SLEEP);
        String session = session();
        park(session, "{\"started\": [\"" + task + "\"]}");
        Steps steps = steps(task);

        say(List.of(steps.placed(), steps.staged(), steps.submitted(), steps.started()));

        await().until(() -> wakes(session, 0).size() == 1);
        assertThat(wakes(session, 0).get(0).path("digest").path("tasks").get(0).path("state").asText())
                .isEqualTo("RUNNING");
    }

    @Test
    void deadlineWakesOnceAndALateEndDoesNot() {
        String task = submit(SLEEP);
        String session = session();
        park(session, "{\"tasks\": [\"" + task + "\"], \"timeout\": \"1s\"}");

        await().atMost(Duration.ofSeconds(15)).until(() -> wakes(session, 0).size() == 1);
        say(steps(task).all(JobEnd.COMPLETED));
        awaitState(task, "SUCCEEDED");

        assertThat(wakes(session, 0)).hasSize(1);
        assertThat(wakes(session, 0).get(0).path("reason").asText()).isEqualTo("DEADLINE");
        assertThat(wakes(session, 0).get(0).path("digest").path("open").asInt()).isEqualTo(1);
    }

    @Test
    void duplicatesOfAnEventWakeOnce() {
        String task = submit(SLEEP);
        String session = session();
        park(session, "{\"tasks\": [\"" + task + "\"]}");
        Steps steps = steps(task);

        say(steps.all(JobEnd.COMPLETED));
        ring.say(steps.collected(JobEnd.COMPLETED), "e-00000000sameid" + task.substring(2, 10));
        ring.say(steps.collected(JobEnd.COMPLETED), "e-00000000sameid" + task.substring(2, 10));
        say(steps.all(JobEnd.FAILED));
        String other = submit(SLEEP);
        say(steps(other).all(JobEnd.COMPLETED));
        awaitState(other, "SUCCEEDED");

        assertThat(wakes(session, 0)).hasSize(1);
        assertThat(awaitState(task, "SUCCEEDED").path("state").asText()).isEqualTo("SUCCEEDED");
        await().untilAsserted(() -> assertThat(ring.types(Topics.SESSION_EVENTS, session))
                .containsExactly("session.opened", "session.parked", "session.wake-issued"));
    }

    @Test
    void acknowledgedWakesDoNotComeAgain() {
        String task = submit(SLEEP);
        String session = session();
        park(session, "{\"tasks\": [\"" + task + "\"]}");
        say(steps(task).all(JobEnd.COMPLETED));
        await().until(() -> wakes(session, 0).size() == 1);

        JsonNode before = alice.get("/v1/sessions/" + session + "/wakes").json();
        Api.Reply ack = alice.post("/v1/sessions/" + session + "/wakes/ack", "{\"upTo\": 1}");
        JsonNode after = alice.get("/v1/sessions/" + session + "/wakes").json();

        assertThat(before.path("items")).hasSize(1);
        assertThat(ack.json().path("acked").asInt()).isEqualTo(1);
        assertThat(after.path("items")).isEmpty();
        assertThat(alice.post("/v1/sessions/" + session + "/wakes/ack", "{\"upTo\": 9}").status()).isEqualTo(409);
    }

    @Test
    void cancelledWaitDoesNotWake() {
        String task = submit(SLEEP);
        String session = session();
        String wait = park(session, "{\"tasks\": [\"" + task + "\"]}").path("id").asText();

        JsonNode cancelled = alice.send("DELETE", "/v1/sessions/" + session + "/waits/" + wait, null).json();
        say(steps(task).all(JobEnd.COMPLETED));
        awaitState(task, "SUCCEEDED");

        assertThat(cancelled.path("state").asText()).isEqualTo("CANCELLED");
        assertThat(wakes(session, 0)).isEmpty();
    }

    @Test
    void longPollEndsEmptyAfterItsTime() {
        String session = session();

        JsonNode none = alice.get("/v1/sessions/" + session + "/wakes?wait=1").json();

        assertThat(none.path("items")).isEmpty();
        assertThat(alice.get("/v1/sessions/" + session + "/wakes?wait=51").status()).isEqualTo(400);
    }

    @Test
    void badWaitIsRefusedWithAllItsErrors() {
        String session = session();

        assertThat(alice.post("/v1/sessions/" + session + "/waits", "{}").status()).isEqualTo(400);
        assertThat(alice.post("/v1/sessions/" + session + "/waits", "{\"tasks\": [\"t-00000000\"]}").status())
                .isEqualTo(400);
        assertThat(alice.post("/v1/sessions/" + session + "/waits", "{\"tasks\": 7}").status()).isEqualTo(400);
        assertThat(alice.post("/v1/sessions/" + session + "/waits", "{\"deadline\": \"soon\"}").status())
                .isEqualTo(400);
    }

    @Test
    void wakeIsDeliveredSoonAfterTheEnd() throws Exception {
        List<Long> took = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String session = session();
            String task = submit(SLEEP);
            Steps steps = steps(task);
            say(steps.all(JobEnd.COMPLETED).subList(0, 5));
            awaitState(task, "COLLECTING");
            park(session, "{\"tasks\": [\"" + task + "\"]}");
            var poll = alice.getLater("/v1/sessions/" + session + "/wakes?wait=20");
            Thread.sleep(50);
            long begin = System.nanoTime();
            ring.say(steps.collected(JobEnd.COMPLETED));
            poll.get(10, TimeUnit.SECONDS);
            took.add(System.nanoTime() - begin);
        }
        took.sort(null);
        System.out.printf("wake: produce to client p50 %.1f ms, p90 %.1f ms, max %.1f ms%n", took.get(10) / 1e6,
                took.get(18) / 1e6, took.get(19) / 1e6);
        assertThat(took.get(10)).isLessThan(TimeUnit.MILLISECONDS.toNanos(500));
    }

    private JsonNode park(String session, String condition) {
        Api.Reply reply = alice.post("/v1/sessions/" + session + "/waits", condition);
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        return reply.json();
    }

    private JsonNode wakes(String session, long after) {
        return alice.get("/v1/sessions/" + session + "/wakes?after=" + after).json().path("items");
    }
}
