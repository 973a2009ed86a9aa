package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Spec;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Wait;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The ring on workstations: no Slurm, no root. */
@EndToEnd(withoutSlurm = true)
@Order(1)
class WithoutASchedulerItWorksTheSameTest {
    private static final Duration SOON = Duration.ofSeconds(90);

    private final Stage stage;
    private final Api demo;

    WithoutASchedulerItWorksTheSameTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
    }

    @Test
    void helloRunsAtBoth() {
        for (String site : Stage.FORK_SITES) {
            String id = demo.submit(Spec.program("/bin/echo", "hello", site).at(site));

            JsonNode task = demo.ended(id, SOON);

            assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
            assertThat(demo.log(id, "stdout")).isEqualTo("hello " + site + "\n");
        }
    }

    @Test
    void aFailureIsToldByItsExitCode() {
        String id = demo.submit(Spec.script("echo broken >&2; exit 3").at("forka"));

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).isEqualTo("FAILED");
        assertThat(task.at("/problem/reason").asText()).as(task.toPrettyString()).isEqualTo("SCHEDULER_JOB_FAILED");
        assertThat(task.at("/outcome/exitCode").asInt()).isEqualTo(3);
        assertThat(demo.log(id, "stderr")).contains("broken");
    }

    @Test
    void theTimeLimitHolds() {
        String id = demo.submit(Spec.script("sleep 120").at("forkb").resource("duration", "5s"));

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.at("/problem/reason").asText()).as(task.toPrettyString()).isEqualTo("SCHEDULER_JOB_TIMEOUT");
    }

    @Test
    void aCancelledJobRunsNoMore() throws Exception {
        Path ticks = stage.forkHome("forka").resolve("ticks");
        String id = demo.submit(Spec.script("while :; do echo t >>\"$HOME/ticks\"; sleep 0.2; done").at("forka"));
        demo.inState(id, "RUNNING", SOON);
        Wait.until(SOON, () -> "it never began", () -> Files.exists(ticks));

        demo.cancel(id);

        assertThat(demo.ended(id, SOON).path("state").asText()).isEqualTo("CANCELLED");
        long after = Files.size(ticks);
        Wait.pause(Duration.ofSeconds(1));
        assertThat(Files.size(ticks)).isEqualTo(after);
    }

    @Test
    void outputsOfOneAreInputsOfTheOther() {
        String first = demo.submit(Spec.script("echo made here >a.txt").at("forka").output(Map.of("glob", "a.txt")));
        String second = demo.submit(Spec.script("cat a.txt").at("forkb").after(first).input(Map.of("from", "task:0/a.txt")));

        JsonNode task = demo.ended(second, SOON);

        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        assertThat(demo.log(second, "stdout")).isEqualTo("made here\n");
    }
}
