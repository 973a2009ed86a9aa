package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.Cluster;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Spec;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** ①–⑥ on a real Grid Engine, and each way a job can end there. */
@EndToEnd
@Order(2)
@Uses(sites = "epsilon")
class AnotherSchedulerRunsTheSameRingTest {
    private static final String SITE = "epsilon";
    private static final Duration SOON = Duration.ofSeconds(90);

    private final Stage stage;
    private final Api demo;
    private final Cluster cluster;

    AnotherSchedulerRunsTheSameRingTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
        this.cluster = stage.cluster(SITE);
    }

    @Test
    void aTaskIsSubmittedOnceClaimedAndCollected() {
        String id = demo.submit(Spec.script("echo \"$NSLOTS slots\"; echo ran >>\"$HOME/trace-once\"").at(SITE)
                .resource("coresPerProcess", 4));

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        assertThat(demo.log(id, "stdout")).isEqualTo("4 slots\n");
        assertThat(cluster.claim(id + ".1")).isEqualTo(task.at("/job/id").asText());
        assertThat(cluster.run("cat /home/*/trace-once")).isEqualTo("ran\n");
        stage.topic().await(id, "ended", Duration.ofSeconds(10));
        assertThat(stage.topic().types(id)).filteredOn(type -> !type.matches("job-pending|job-accounted"))
                .containsExactly("requested", "placed", "inputs-staged", "job-submitted", "job-started", "job-finished",
                        "outputs-collected", "ended");
    }

    @Test
    void aProgramThatFailsIsToldByItsExitCode() {
        String id = demo.submit(Spec.script("echo no such mesh >&2; exit 3").at(SITE));

        JsonNode task = demo.ended(id, SOON);

        assertFailed(task, "SCHEDULER_JOB_FAILED");
        assertThat(task.at("/outcome/exitCode").asInt()).isEqualTo(3);
        assertThat(demo.log(id, "stderr")).contains("no such mesh");
    }

    @Test
    void aRunningTaskIsCancelled() {
        String id = demo.submit(Spec.script("sleep 600").at(SITE));
        Awaitility.await().atMost(SOON).until(() -> demo.task(id).path("state").asText().equals("RUNNING"));

        demo.cancel(id);

        assertThat(demo.ended(id, SOON).path("state").asText()).isEqualTo("CANCELLED");
        Awaitility.await().atMost(SOON).until(() -> cluster.run("qstat -u '*' 2>/dev/null || true").isBlank());
    }

    @Test
    void theTimeLimitEndsAJobAndIsTheReason() {
        String id = demo.submit(Spec.script("sleep 600").at(SITE).resource("duration", "5s"));

        assertFailed(demo.ended(id, SOON), "SCHEDULER_JOB_TIMEOUT");
    }

    @Test
    void anArrayWithAFailingElementFailsAndSaysWhich() {
        String id = demo.submit(Spec.script("[ $DIAMOND_ARRAY_INDEX != 3 ]").at(SITE).with("array", Map.of("indices", "1-5")));

        JsonNode task = demo.ended(id, SOON);

        assertFailed(task, "SCHEDULER_JOB_FAILED");
        assertThat(task.at("/outcome/elements")).anySatisfy(e -> {
            assertThat(e.path("end").asText()).isEqualTo("FAILED");
            assertThat(e.path("indices").asText()).isEqualTo("3");
        });
    }

    @Test
    void twoNodesWithTwoProcessesEachGetTwoHosts() {
        String id = demo.submit(Spec.script("cut -d' ' -f1,2 $PE_HOSTFILE").at(SITE).resource("nodes", 2)
                .resource("processesPerNode", 2));

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        List<String> hosts = demo.log(id, "stdout").lines().toList();
        assertThat(hosts).hasSize(2).allMatch(h -> h.endsWith(" 2"));
        assertThat(task.path("nodes")).hasSize(2);
    }

    private static void assertFailed(JsonNode task, String reason) {
        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("FAILED");
        assertThat(task.at("/problem/reason").asText()).as(task.toPrettyString()).isEqualTo(reason);
    }
}
