package org.diamondhpc.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.diamondhpc.cli.testing.Answers;
import org.diamondhpc.cli.testing.StubGateway;
import org.diamondhpc.cli.testing.StubGateway.Reply;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.task.TaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DiamondClientTest {
    private static final TaskId TASK = new TaskId(Answers.TASK);
    private static final String PATH = "/v1/tasks/" + Answers.TASK;
    private StubGateway gateway;
    private DiamondClient client;

    @BeforeEach
    void begin() throws IOException {
        gateway = new StubGateway();
        client = DiamondClient.of(gateway.url(), "secret-token",
                new Patience(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(10)));
    }

    @AfterEach
    void end() {
        client.close();
        gateway.close();
    }

    @Test
    void lostAnswerMakesNoSecondTask() {
        Set<String> made = ConcurrentHashMap.newKeySet();
        AtomicInteger tries = new AtomicInteger();
        gateway.on("POST /v1/tasks", asked -> {
            made.add(asked.header("Idempotency-Key"));
            return tries.incrementAndGet() < 3 ? Reply.cut() : Reply.json(202, Answers.task("PLACING", 1));
        });

        Task task = client.tasks().submit(DiamondJson.json().createObjectNode().put("name", "x"), Intent.fresh());

        assertThat(task.id()).isEqualTo(TASK);
        assertThat(tries).hasValue(3);
        assertThat(made).hasSize(1);
    }

    @Test
    void shortAbsenceIsSatOutAndTroubleOfASiteIsTold() {
        AtomicInteger tries = new AtomicInteger();
        gateway.on("GET " + PATH, asked -> tries.incrementAndGet() < 3
                ? Reply.problem(503, "INTERNAL_UNAVAILABLE", "TEMPORARY") : Reply.json(200, Answers.task("RUNNING", 4)));
        gateway.on("POST /v1/sites/alpha/refresh", asked -> Reply.problem(503, "SITE_UNREACHABLE", "TEMPORARY"));

        assertThat(client.tasks().get(TASK).state()).isEqualTo(TaskState.RUNNING);
        assertThatThrownBy(() -> client.sites().refresh(new SiteId("alpha"))).isInstanceOfSatisfying(
                ApiException.class, e -> {
                    assertThat(e.failure().reason()).isEqualTo("SITE_UNREACHABLE");
                    assertThat(e.failure().whatToDo()).isEqualTo("Do this.");
                    assertThat(e.failure().temporary()).isTrue();
                });
        assertThat(gateway.asked("POST /v1/sites/alpha/refresh")).hasSize(1);
    }

    @Test
    void loginIsNeverTriedTwice() {
        gateway.on("POST /v1/sites/alpha/login", asked -> Reply.cut());

        assertThatThrownBy(() -> client.sites().login(new SiteId("alpha"), "1", "sealed"))
                .isInstanceOf(ApiException.class);
        assertThat(gateway.asked("POST /v1/sites/alpha/login")).hasSize(1);
    }

    @Test
    void tokenIsSentAndNeverInAnError() {
        gateway.on("GET " + PATH, asked -> Reply.problem(403, "AUTH_FORBIDDEN", "PERMANENT"));

        assertThatThrownBy(() -> client.tasks().get(TASK)).hasMessageNotContaining("secret-token");
        assertThat(gateway.asked("GET " + PATH).getFirst().header("Authorization")).isEqualTo("Bearer secret-token");
    }

    @Test
    void taskIsWaitedForInLongPolls() {
        AtomicInteger polls = new AtomicInteger();
        gateway.on("GET " + PATH, asked -> {
            if (asked.query() == null) {
                return Reply.json(200, Answers.task("RUNNING", 4));
            }
            return polls.incrementAndGet() == 1 ? new Reply(304, Map.of(), new byte[0], -1)
                    : Reply.json(200, Answers.task("SUCCEEDED", 5));
        });

        Task ended = client.tasks().ended(TASK, Duration.ofMinutes(1));

        assertThat(ended.succeeded()).isTrue();
        assertThat(polls).hasValue(2);
        assertThat(gateway.asked("GET " + PATH).get(1).header("If-None-Match")).isEqualTo("\"v4\"");
    }

    @Test
    void streamGoesOnWhereItWasCut() {
        List<String> positions = new ArrayList<>();
        gateway.on("GET " + PATH + "/events", asked -> {
            positions.add(asked.header("Last-Event-ID"));
            String text = positions.size() == 1
                    ? sse(1, "requested") + ": heartbeat\n\n" + sse(2, "placed") + "id: 3\nevent: event\ndata: {\"ty"
                    : sse(2, "placed") + sse(3, "job-submitted") + sse(4, "ended");
            return new Reply(200, Map.of("Content-Type", "text/event-stream"), text.getBytes(StandardCharsets.UTF_8),
                    -1);
        });

        List<String> seen = new ArrayList<>();
        try (EventStream stream = client.tasks().follow(TASK, 0)) {
            for (StreamEvent e = stream.next(); e != null; e = stream.next()) {
                seen.add(e.id() + " " + new TaskEntry(e.json()).what());
            }
        }

        assertThat(seen).containsExactly("1 requested", "2 placed", "3 job-submitted", "4 ended");
        assertThat(positions).containsExactly(null, "2");
    }

    @Test
    void listIsReadToItsEnd() {
        gateway.on("GET /v1/tasks", asked -> Reply.json(200, asked.query().contains("cursor=c1")
                ? "{\"items\":[{\"id\":\"t-000000002\",\"state\":\"QUEUED\"}]}"
                : "{\"items\":[{\"id\":\"t-000000001\",\"state\":\"QUEUED\"}],\"next\":\"c1\"}"));

        List<Task> tasks = client.tasks().list(new TaskQuery(List.of("QUEUED"), List.of("a=b c"), null, null, 10));

        assertThat(tasks).extracting(t -> t.id().value()).containsExactly("t-000000001", "t-000000002");
        assertThat(gateway.asked("GET /v1/tasks").getFirst().query()).contains("state=QUEUED", "label=a=b c");
    }

    private static String sse(int id, String what) {
        return "id: " + id + "\r\nevent: event\r\ndata: {\"seq\":" + id + ",\r\ndata: \"type\":\"org.diamondhpc.task."
                + what + ".v1\"}\r\n\r\n";
    }
}
