package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.diamondhpc.messaging.testing.TestingKafka;
import org.diamondhpc.messaging.testing.TestingPostgres;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.task.TaskOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the tests of the running gateway share: real servers, two tenants, and the other services played. */
@QuarkusTestResource(DiamondTestResource.class)
@QuarkusTestResource(GrpcPort.class)
abstract class GatewayTest {
    static final String SLEEP = """
            {"name": "nap", "executable": "sleep", "arguments": ["1"], "labels": {"kind": "test"}}""";
    TestingKafka kafka;
    TestingPostgres postgres;
    @TestHTTPResource
    URI uri;
    Api alice;
    Api bob;
    Ring ring;

    @BeforeEach
    void connect() {
        String base = uri.toString().replaceAll("/$", "");
        alice = new Api(base, "alice-token");
        bob = new Api(base, "bob-token");
        ring = new Ring(kafka.bootstrapServers());
    }

    @AfterEach
    void disconnect() {
        ring.close();
    }

    Api api(String token) {
        return new Api(uri.toString().replaceAll("/$", ""), token);
    }

    /** A new task's id. */
    String submit(String spec) {
        Api.Reply reply = alice.post("/v1/tasks", spec);
        assertThat(reply.status()).as(reply.text()).isEqualTo(202);
        return reply.json().path("id").asText();
    }

    /** The order as the gateway last sent it round. */
    TaskOrder order(String task) {
        await().atMost(Duration.ofSeconds(10)).until(() ->
                !ring.bodies(Topics.TASK_EVENTS, task, TaskEvent.TaskRequested.class).isEmpty());
        return ring.bodies(Topics.TASK_EVENTS, task, TaskEvent.TaskRequested.class).getFirst().order();
    }

    Steps steps(String task) {
        return new Steps(order(task));
    }

    void say(List<TaskEvent> events) {
        events.forEach(ring::say);
    }

    JsonNode awaitState(String task, String state) {
        await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(20)).untilAsserted(() ->
                assertThat(alice.get("/v1/tasks/" + task).json().path("state").asText()).isEqualTo(state));
        return alice.get("/v1/tasks/" + task).json();
    }

    String session() {
        return alice.post("/v1/sessions", "{\"title\": \"a study\"}").json().path("id").asText();
    }
}
