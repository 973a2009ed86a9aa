package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Spec;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.diamondhpc.e2e.stage.Wait;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A task can be stopped wherever it is; then nothing of it runs on, and it ends once. */
@EndToEnd
@Order(2)
class CancellingWorksAtEveryStageTest {
    private static final Duration SOON = Duration.ofSeconds(120);

    private final Stage stage;
    private final Api demo;

    CancellingWorksAtEveryStageTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
    }

    @Test
    @Uses(sites = "beta")
    void whileItWaitsForAnotherTask() {
        String first = demo.submit(Spec.script("sleep 40").at("beta"));
        String second = demo.submit(Spec.script("true").at("beta").after(first));

        demo.cancel(second);

        assertThat(demo.ended(second, SOON).path("state").asText()).isEqualTo("CANCELLED");
        demo.cancel(first);
        demo.ended(first, SOON);
        assertThat(stage.topic().of(second, "placed")).isEmpty();
        assertThat(stage.topic().of(second, "ended")).hasSize(1);
    }

    @Test
    @Uses(breaks = "gamma")
    void whileItsOnlySiteIsDown() {
        stage.testbed().fault("net-cut", "gamma");
        try {
            String id = demo.submit(Spec.script("true").at("gamma"));
            Wait.pause(Duration.ofSeconds(4));

            demo.cancel(id);

            JsonNode task = demo.ended(id, SOON);
            assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("CANCELLED");
        } finally {
            stage.testbed().heal("gamma");
        }
    }

    @Test
    @Uses(breaks = "delta")
    void whileItsJobIsInTheQueue() {
        stage.testbed().fault("partition-down", "delta", "short");
        try {
            String id = demo.submit(Spec.script("sleep 60").at("delta").with("queue", "short"));
            JsonNode queued = demo.inState(id, "QUEUED", SOON);

            demo.cancel(id);

            assertThat(demo.ended(id, SOON).path("state").asText()).isEqualTo("CANCELLED");
            assertThat(stage.cluster("delta").queued(queued.at("/job/id").asText())).isIn("", "CANCELLED");
            assertThat(stage.topic().of(id, "job-started")).isEmpty();
        } finally {
            stage.testbed().heal("delta");
        }
    }

    @Test
    @Uses(sites = "alpha")
    void whileItRuns() {
        String id = demo.submit(Spec.script("trap 'echo told; exit 1' TERM; sleep 300 & wait").at("alpha"));
        JsonNode running = demo.inState(id, "RUNNING", SOON);

        demo.cancel(id);

        JsonNode task = demo.ended(id, SOON);
        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("CANCELLED");
        String job = running.at("/job/id").asText();
        Wait.until(Duration.ofSeconds(20), () -> "job " + job + " is still there",
                () -> stage.cluster("alpha").queued(job).matches("|CANCELLED|COMPLETING|FAILED"));
        assertThat(stage.topic().of(id, "ended")).hasSize(1);
    }

    @Test
    @Uses(breaks = "gamma")
    void whileItsOutputsAreCollected() {
        String id = demo.submit(Spec.script("sleep 6; head -c 1000 /dev/zero >big").at("gamma").output(Map.of("glob", "big")));
        demo.inState(id, "RUNNING", SOON);
        stage.testbed().fault("ctld-stop", "gamma", 3); // its end is known by its own record, whoever is frozen
        try {
            demo.until(id, SOON, "collecting", task -> task.path("state").asText().matches("COLLECTING|SUCCEEDED"));

            demo.cancel(id);

            JsonNode task = demo.ended(id, SOON);
            assertThat(task.path("state").asText()).isIn("CANCELLED", "SUCCEEDED");
            stage.topic().await(id, "ended", SOON);
            assertThat(stage.topic().of(id, "ended")).hasSize(1);
        } finally {
            stage.testbed().heal("gamma");
        }
    }

    @Test
    @Uses(sites = "beta")
    void aSecondTimeAndAfterTheEndNothingHappens() {
        String id = demo.submit(Spec.script("true").at("beta"));
        JsonNode before = demo.ended(id, SOON);

        demo.cancel(id);
        demo.cancel(id);

        assertThat(demo.task(id).path("state")).isEqualTo(before.path("state"));
        assertThat(stage.topic().of(id, "ended")).hasSize(1);
    }

    @Test
    @Uses(sites = "alpha")
    void aHeldJobWaitsUntilItIsReleased() {
        String blocker = demo.submit(Spec.script("sleep 25").at("alpha").with("queue", "debug").resource("nodes", 2)
                .resource("exclusive", true));
        demo.inState(blocker, "RUNNING", SOON);
        String id = demo.submit(Spec.script("true").at("alpha").with("queue", "debug").resource("exclusive", true));
        demo.inState(id, "QUEUED", SOON);
        demo.post("/v1/tasks/" + id + "/hold", null);
        demo.cancel(blocker);
        demo.ended(blocker, SOON);
        Wait.pause(Duration.ofSeconds(4));
        assertThat(demo.task(id).path("state").asText()).isEqualTo("QUEUED");

        demo.post("/v1/tasks/" + id + "/release", null);

        assertThat(demo.ended(id, SOON).path("state").asText()).isEqualTo("SUCCEEDED");
    }

    @Test
    @Uses(sites = "gamma")
    void whatARunningJobPrintsIsReadWhileItRuns() {
        String id = demo.submit(Spec.script("for i in $(seq 12); do echo line $i; sleep 2; done").at("gamma"));
        demo.inState(id, "RUNNING", SOON);

        Wait.until(Duration.ofSeconds(20), () -> "nothing was seen of it", () -> demo.log(id, "stdout").contains("line 2"));

        assertThat(demo.task(id).path("state").asText()).isEqualTo("RUNNING");
        demo.ended(id, SOON);
        assertThat(demo.log(id, "stdout")).contains("line 12");
    }
}
