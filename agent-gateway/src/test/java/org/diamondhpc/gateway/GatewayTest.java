package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.diamondhpc.messaging.testing.TestingKafka;
import org.diamondhpc.messaging.testing.TestingPostgres;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
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

    /** Lets discovery say what it saw of a site, with four nodes, and waits until the gateway has heard it. */
    void seen(String site, String... collections) {
        PartitionState cpu = new PartitionState("cpu", true, true, "UP", Duration.ofHours(1), null, 1, null, null, null,
                null, null, null, null, 1, false, false);
        PartitionState all = new PartitionState("all", false, true, "UP", null, null, 1, null, null, null, null, null,
                null, null, 1, false, false);
        SiteSnapshot snapshot = new SiteSnapshot(new SiteId(site), "a cluster", "slurm", "24.11", Instant.now(),
                new SiteHealth(SiteHealth.State.UP, Instant.now(), null), List.of(cpu, all),
                List.of(new NodeGroup(List.of("n1", "n2", "n3", "n4"), List.of("cpu", "all"), 16, 12, 16000, 12000,
                        null, 0, 0, null, "x86_64", true, "MIXED")), List.of(), false,
                List.of(new AccountLimits(List.of("alice"), "hpc", null, 1, 2)), List.of(), Map.of("gcc", "13"),
                Map.of(), null, List.of(collections));
        ring.say(Topics.SITE_SNAPSHOTS.topic(), site, "org.diamondhpc.site.snapshot.v1",
                "e-" + UUID.randomUUID().toString().replace("-", ""), snapshot);
        await().until(() -> alice.get("/v1/sites/" + site).status() == 200);
    }
}
