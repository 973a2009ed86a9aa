package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.Cluster;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Spec;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Retries within their limit, another place after a refusal, patience with a limit of the site. */
@EndToEnd
@Order(2)
class WhatFailsIsTriedElsewhereOrAgainTest {
    private static final Duration SOON = Duration.ofSeconds(90);

    private final Stage stage;
    private final Api demo;

    WhatFailsIsTriedElsewhereOrAgainTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
    }

    @Test
    @Uses(sites = "beta")
    void aProgramThatSucceedsAtTheThirdAttemptSucceeds() {
        String id = demo.submit(Spec.script(Cluster.trace("third", "try") + "[ $(wc -l <\"$HOME/trace-third\") -ge 3 ]")
                .at("beta").with("retries", Map.of("limit", 3)));

        JsonNode task = demo.ended(id, Duration.ofSeconds(150));

        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        assertThat(task.path("attempt").asInt()).isEqualTo(3);
        assertThat(stage.cluster("beta").traces("third").get("try")).hasSize(3).doesNotHaveDuplicates();
        assertThat(stage.topic().of(id, "retried")).hasSize(2);
    }

    @Test
    @Uses(sites = "gamma")
    void retriesEndWithTheirLimit() {
        String id = demo.submit(Spec.script(Cluster.trace("limit", "try") + "exit 4").at("gamma")
                .with("retries", Map.of("limit", 1)));

        JsonNode task = demo.ended(id, Duration.ofSeconds(150));

        assertThat(task.path("state").asText()).isEqualTo("FAILED");
        assertThat(stage.cluster("gamma").traces("limit").get("try")).hasSize(2);
    }

    @Test
    @Uses(breaks = "alpha", sites = "delta")
    void aPartitionThatRefusesLeadsToAnotherPlace() {
        List.of("batch", "long", "debug").forEach(p -> stage.testbed().fault("partition-drain", "alpha", p));
        try {
            String id = demo.submit(Spec.program("/bin/true").at("alpha", "delta").with("placement", Map.of("policy", "fastest")));

            JsonNode task = demo.ended(id, SOON);

            assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
            assertThat(task.at("/placement/site").asText()).isEqualTo("delta");
        } finally {
            stage.testbed().heal("alpha");
        }
    }

    @Test
    @Uses(sites = "alpha")
    void anAccountThatTheSiteDoesNotKnowIsRefusedWithItsReason() {
        String id = demo.submit(Spec.program("/bin/true").at("alpha").with("account", "nobodys"));

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).isEqualTo("FAILED");
        assertThat(task.at("/problem/reason").asText()).as(task.toPrettyString())
                .isIn("SCHEDULER_INVALID_ACCOUNT", "PLACEMENT_INFEASIBLE");
    }

    /** QOS few: four submitted and two running jobs a user. */
    @Test
    @Uses(sites = "delta")
    void moreThanTheSiteTakesAtATimeAllRunInTheEnd() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            ids.add(demo.submit(Spec.script(Cluster.trace("few", "n" + i) + "sleep 2").at("delta").with("qos", "few")));
        }

        ids.forEach(id -> {
            JsonNode task = demo.ended(id, Duration.ofSeconds(200));
            assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        });

        assertThat(stage.cluster("delta").traces("few")).hasSize(7).allSatisfy((n, jobs) -> assertThat(jobs).hasSize(1));
    }
}
