package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** What tests of waits share. */
abstract class WaitsCase extends GatewayTest {
    @Inject
    PlayedServices services;

    String running() {
        String task = submit(SLEEP);
        Steps steps = steps(task);
        say(List.of(steps.placed(), steps.staged(), steps.submitted(), steps.started()));
        awaitState(task, "RUNNING");
        return task;
    }

    static String site() {
        return "s" + UUID.randomUUID().toString().substring(0, 8);
    }

    void see(SiteSnapshot snapshot) {
        ring.say(Topics.SITE_SNAPSHOTS.topic(), snapshot.site().value(), "org.diamondhpc.site.snapshot.v1",
                "e-" + UUID.randomUUID().toString().replace("-", ""), snapshot);
        await().atMost(Duration.ofSeconds(10)).until(() -> {
            JsonNode site = alice.get("/v1/sites/" + snapshot.site() + "?view=full").json();
            return site.path("description").asText().equals(snapshot.description());
        });
    }

    void awaitHealth(String site, String state) {
        await().until(() -> alice.get("/v1/sites/" + site).json().at("/health/state").asText().equals(state));
    }

    static SiteSnapshot snapshot(String id, SiteHealth.State health, int idle, int pending) {
        List<QueuedJob> queue = new ArrayList<>();
        for (int i = 0; i < pending; i++) {
            queue.add(new QueuedJob("" + i, "cpu", false, 1, 8, 0, 0, null, null, 1, null, null, null, List.of(),
                    false));
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < idle; i++) {
            names.add("n" + i);
        }
        return new SiteSnapshot(new SiteId(id), "look " + UUID.randomUUID(), "slurm", "24.11",
                Instant.now().minusSeconds(5), new SiteHealth(health, Instant.now(), null),
                List.of(new PartitionState("cpu", true, true, "UP", Duration.ofHours(1), null, 1, null, null, null,
                        null, null, null, null, 1, false, false)),
                List.of(new NodeGroup(names, List.of("cpu"), 8, 8, 16000, 12000, null, 0, 0, null, "x86_64", true,
                        "IDLE")), queue, false,
                List.of(new AccountLimits(List.of("alice"), "hpc-alice", null, 1, 2)), List.of(), Map.of(), Map.of(),
                null);
    }

    JsonNode park(String session, String condition) {
        Api.Reply reply = alice.post("/v1/sessions/" + session + "/waits", condition);
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        return reply.json();
    }

    JsonNode wakes(String session) {
        return alice.get("/v1/sessions/" + session + "/wakes?after=0").json().path("items");
    }
}
