package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.Crowd;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Spec;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.diamondhpc.e2e.stage.Wait;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * What breaks at a site: its tasks keep their state and say what is in the way, tasks elsewhere end in their usual
 * time, and all goes on by itself once the site is well again.
 */
@EndToEnd
@Order(4)
class ASiteInTroubleHarmsOnlyItsOwnTasksTest {
    /** Of a hello at a site that is well, on a machine where other tests run. */
    private static final Duration USUAL = Duration.ofSeconds(45);
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration RECOVERED = Duration.ofSeconds(120);

    private final Stage stage;
    private final Api demo;

    ASiteInTroubleHarmsOnlyItsOwnTasksTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
    }

    @Test
    @Uses(breaks = "alpha", sites = "gamma")
    void aKilledControllerIsWaitedFor() {
        Crowd crowd = new Crowd(stage, "ctldkill");
        crowd.submit("alpha", 3, "sleep 25");
        crowd.tasks().forEach(id -> demo.inState(id, "RUNNING", SOON));
        Wait.pause(Duration.ofSeconds(8)); // a controller killed within 5 s forgets them, and their nodes end them
        stage.testbed().fault("ctld-kill", "alpha");
        try {
            crowd.submit("alpha", 3, "true");
            assertUsual("gamma");
            Wait.pause(Duration.ofSeconds(6));
            crowd.tasks().forEach(id -> assertThat(demo.task(id).path("state").asText()).isNotIn("FAILED", "CANCELLED"));
        } finally {
            stage.testbed().heal("alpha");
        }

        crowd.assertEachRanOnce(crowd.ended(RECOVERED), true);
    }

    @Test
    @Uses(breaks = "beta", sites = "gamma")
    void aCutNetworkIsNoNewsOfAnyJob() {
        Crowd crowd = new Crowd(stage, "netcut");
        crowd.submit("beta", 3, "sleep 20");
        crowd.tasks().forEach(id -> demo.inState(id, "RUNNING", SOON));
        stage.testbed().fault("net-cut", "beta", 60);
        try {
            crowd.submit("beta", 3, "true");
            assertUsual("gamma");
            Wait.pause(Duration.ofSeconds(20));
            crowd.tasks().forEach(id -> assertThat(demo.task(id).path("state").asText()).isNotIn("FAILED", "CANCELLED"));
            assertTold("beta", crowd.tasks().getLast(), "SITE_UNREACHABLE", "SITE_TIMEOUT", "SITE_CONNECTION_LOST");

            crowd.assertEachRanOnce(crowd.ended(Duration.ofSeconds(60).plus(RECOVERED)), true);
        } finally {
            stage.testbed().heal("beta");
        }
    }

    @Test
    @Uses(breaks = "delta", sites = "gamma")
    void aKilledSshdAndCutSessionsAreWaitedFor() {
        Crowd crowd = new Crowd(stage, "sshd");
        crowd.submit("delta", 3, "sleep 5");
        crowd.tasks().forEach(id -> demo.inState(id, "RUNNING", SOON));
        stage.testbed().fault("sshd-kill", "delta");
        stage.testbed().fault("cut-sessions", "delta");
        try {
            crowd.submit("delta", 2, "true");
            assertUsual("gamma");
            Wait.pause(Duration.ofSeconds(8));
            crowd.tasks().forEach(id -> assertThat(demo.task(id).path("state").asText()).isNotIn("FAILED", "CANCELLED"));
        } finally {
            stage.testbed().heal("delta");
        }

        crowd.assertEachRanOnce(crowd.ended(RECOVERED), true);
    }

    @Test
    @Uses(breaks = "gamma", sites = "alpha")
    void aChangedHostKeyIsRefusedAndTheReasonSaysSo() {
        stage.testbed().fault("hostkey-change", "gamma");
        stage.testbed().fault("cut-sessions", "gamma");
        String id;
        try {
            id = demo.submit(Spec.program("/bin/true").at("gamma"));
            assertUsual("alpha");
            Wait.until(SOON, () -> "the changed key was not told: " + demo.get("/v1/sites/gamma").toPrettyString()
                            + demo.task(id).toPrettyString(),
                    () -> (demo.get("/v1/sites/gamma").toString() + demo.task(id)).contains("SITE_HOST_KEY_CHANGED"));
        } finally {
            stage.testbed().heal("gamma");
        }

        JsonNode task = demo.ended(id, RECOVERED);
        assertThat(task.path("state").asText()).as(task.toPrettyString()).isIn("SUCCEEDED", "FAILED");
        JsonNode after = demo.ended(demo.submit(Spec.program("/bin/true").at("gamma")), RECOVERED);
        assertThat(after.path("state").asText()).as(after.toPrettyString()).isEqualTo("SUCCEEDED");
    }

    @Test
    @Uses(breaks = "beta")
    void withoutAccountingAllEndsAreStillKnown() {
        stage.testbed().fault("dbd-kill", "beta");
        try {
            String good = demo.submit(Spec.script("sleep 2").at("beta"));
            String bad = demo.submit(Spec.script("exit 5").at("beta"));

            assertThat(demo.ended(good, SOON).path("state").asText()).isEqualTo("SUCCEEDED");
            JsonNode task = demo.ended(bad, SOON);
            assertThat(task.path("state").asText()).isEqualTo("FAILED");
            assertThat(task.at("/outcome/exitCode").asInt()).isEqualTo(5);
        } finally {
            stage.testbed().heal("beta");
        }
    }

    @Test
    @Uses(breaks = "delta")
    void aFullDiskIsTheReasonAndAfterwardsItWorks() {
        stage.testbed().fault("disk-full", "delta");
        String id;
        try {
            id = demo.submit(Spec.program("/bin/true").at("delta").input(Map.of("content", "x".repeat(20_000), "to", "in.txt")));
            JsonNode task = demo.until(id, SOON, "the reason", t -> t.toString().contains("SITE_DISK_FULL"));
            assertThat(task.at("/problem/detail").asText()).isNotBlank();
        } finally {
            stage.testbed().heal("delta");
        }

        demo.ended(id, RECOVERED);
        JsonNode after = demo.ended(demo.submit(Spec.program("/bin/true").at("delta")), RECOVERED);
        assertThat(after.path("state").asText()).as(after.toPrettyString()).isEqualTo("SUCCEEDED");
    }

    @Test
    @Uses(breaks = "gamma")
    void aNodeKilledUnderAJobIsTheReasonAndTheNextAttemptRunsElsewhere() {
        String id = demo.submit(Spec.script("hostname; [ \"${DIAMOND_ATTEMPT##*.}\" != 1 ] || sleep 100").at("gamma")
                .with("retries", Map.of("limit", 1)));
        demo.inState(id, "RUNNING", SOON);
        String node = demo.log(id, "stdout").strip();
        assertThat(node).startsWith("g00");
        stage.testbed().fault("node-kill", "gamma", node);
        try {
            JsonNode task = demo.ended(id, Duration.ofSeconds(180));

            assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
            assertThat(demo.log(id, "stdout").strip()).isNotEqualTo(node);
            boolean requeued = !stage.topic().of(id, "job-requeued").isEmpty();
            List<String> retried = stage.topic().of(id, "retried").stream().map(e -> e.body().at("/cause/reason").asText()).toList();
            assertThat(requeued || retried.equals(List.of("SCHEDULER_NODE_FAILED"))).as(stage.topic().types(id) + " " + retried).isTrue();
        } finally {
            stage.testbed().heal("gamma");
        }
    }

    private void assertUsual(String site) {
        long begin = System.nanoTime();
        JsonNode task = demo.ended(demo.submit(Spec.program("/bin/true").at(site)), USUAL);
        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        System.out.printf("meanwhile at %s: %.1f s%n", site, (System.nanoTime() - begin) / 1e9);
    }

    /** By the task or by its site's page. */
    private void assertTold(String site, String id, String... reasons) {
        Wait.until(SOON, () -> "no reason given: " + demo.get("/v1/sites/" + site) + demo.task(id), () -> {
            String told = demo.task(id).path("problem").toString() + demo.get("/v1/sites/" + site);
            return List.of(reasons).stream().anyMatch(told::contains);
        });
    }
}
