package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Spec;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ①–⑥ on each kind of cluster, and each way a job can end. */
@EndToEnd
@Order(1)
@Uses(sites = {"alpha", "beta", "gamma", "delta"})
class ATaskGoesRoundTheRingTest {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Duration TIME_LIMIT = Duration.ofSeconds(200);

    private final Stage stage;
    private final Api demo;

    ATaskGoesRoundTheRingTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
    }

    @ParameterizedTest
    @ValueSource(strings = {"alpha", "beta", "gamma", "delta"})
    void helloRunsAtEachSiteAndEachStepIsOnTheTopicOnce(String site) {
        String id = demo.submit(Spec.program("/bin/echo", "hello", site).at(site).named("hello"));

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        assertThat(task.at("/placement/site").asText()).isEqualTo(site);
        assertThat(demo.log(id, "stdout")).isEqualTo("hello " + site + "\n");
        stage.topic().await(id, "ended", Duration.ofSeconds(10));
        assertThat(stage.topic().types(id)).filteredOn(type -> !type.matches("job-pending|job-accounted"))
                .containsExactly("requested", "placed", "inputs-staged", "job-submitted", "job-started", "job-finished",
                        "outputs-collected", "ended");
        assertThat(stage.cluster(site).claim(id + ".1")).isEqualTo(task.at("/job/id").asText());
    }

    @Test
    void withoutASiteNamedItGoesToOneThatCanRunIt() {
        String id = demo.submit(Spec.program("/bin/hostname"));

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        assertThat(task.at("/placement/candidates")).isNotEmpty();
    }

    @Test
    void aProgramThatFailsIsToldByItsExitCodeAndWhatItSaid() {
        String id = demo.submit(Spec.script("echo half way; echo no such mesh >&2; exit 3").at("beta"));

        JsonNode task = demo.ended(id, SOON);

        assertFailed(task, "SCHEDULER_JOB_FAILED");
        assertThat(task.at("/outcome/exitCode").asInt()).isEqualTo(3);
        assertThat(demo.log(id, "stderr")).contains("no such mesh");
        assertThat(demo.log(id, "stdout")).isEqualTo("half way\n");
    }

    @Test
    void aProgramThatIsNotThereIsToldAsSuch() {
        String id = demo.submit(Spec.program("/opt/nothing/here", "x").at("gamma"));

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).isEqualTo("FAILED");
        assertThat(task.at("/outcome/exitCode").asInt()).as(task.toPrettyString()).isEqualTo(127);
        assertThat(demo.log(id, "stderr")).contains("/opt/nothing/here");
    }

    @Test
    void theTimeLimitEndsAJobAndIsTheReason() {
        String id = demo.submit(Spec.script("sleep 600").at("delta").resource("duration", "60s"));

        JsonNode task = demo.ended(id, TIME_LIMIT);

        assertFailed(task, "SCHEDULER_JOB_TIMEOUT");
    }

    @Test
    void tooMuchMemoryEndsAJobAndIsTheReason() {
        String id = demo.submit(Spec.script("#!/usr/bin/python3\nb = bytearray(400 << 20)\nimport time\ntime.sleep(20)\n")
                .at("alpha").resource("memory", "64MiB"));

        JsonNode task = demo.ended(id, SOON);

        assertFailed(task, "SCHEDULER_JOB_OUT_OF_MEMORY");
    }

    @Test
    void anArrayOfTwentyRunsEachElementOnce() {
        String id = demo.submit(Spec.script("echo $SLURM_ARRAY_TASK_ID >>\"$HOME/trace-array\"; echo n$SLURM_ARRAY_TASK_ID")
                .at("alpha").with("array", Map.of("indices", "1-20")));

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        List<String> traces = stage.cluster("alpha").run("cat /home/*/trace-array").lines().sorted().toList();
        assertThat(traces).hasSize(20).doesNotHaveDuplicates();
        assertThat(task.at("/outcome/elements/0/count").asInt()).isEqualTo(20);
    }

    @Test
    void anArrayWithAFailingElementFailsAndSaysWhich() {
        String id = demo.submit(Spec.script("[ $SLURM_ARRAY_TASK_ID != 3 ]").at("gamma").with("array", Map.of("indices", "1-5")));

        JsonNode task = demo.ended(id, SOON);

        assertFailed(task, "SCHEDULER_JOB_FAILED");
        assertThat(task.at("/outcome/elements")).anySatisfy(e -> {
            assertThat(e.path("end").asText()).isEqualTo("FAILED");
            assertThat(e.path("indices").asText()).isEqualTo("3");
        });
    }

    @Test
    void twoNodesWithTwoProcessesEachAreFourProcessesOnTwoHosts() {
        String id = demo.submit(Spec.script("srun hostname").at("delta").resource("nodes", 2).resource("processesPerNode", 2));

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).as(() -> task.toPrettyString() + demo.log(id, "stderr")).isEqualTo("SUCCEEDED");
        List<String> hosts = demo.log(id, "stdout").lines().toList();
        assertThat(hosts).hasSize(4);
        assertThat(new HashSet<>(hosts)).hasSize(2);
        assertThat(task.path("nodes")).hasSize(2);
    }

    @Test
    void gpusAreAskedForByTypeAndGiven() {
        String id = demo.submit(Spec.script("echo $SLURM_JOB_GPUS; scontrol show job -o $SLURM_JOB_ID | tr ' ' '\\n' | grep -i tres")
                .resource("gpusPerProcess", 2).resource("gpuType", "a100"));

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        assertThat(task.at("/placement/site").asText()).isEqualTo("beta");
        assertThat(demo.log(id, "stdout")).contains("gpu:a100:2").contains("0,1");
    }

    @Test
    void aRequestThatNoSiteCanFulfilSaysWhyForEachOfThem() {
        String id = demo.submit(Spec.program("/bin/true").resource("nodes", 5000));

        JsonNode task = demo.ended(id, SOON);

        assertFailed(task, "PLACEMENT_INFEASIBLE");
        JsonNode event = stage.topic().await(id, "placement-failed", SOON).body();
        Set<String> judged = new HashSet<>();
        StreamSupport.stream(event.path("candidates").spliterator(), false).forEach(c -> judged.add(c.path("site").asText()));
        assertThat(judged).containsAll(Stage.SLURM_SITES);
    }

    private static void assertFailed(JsonNode task, String reason) {
        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("FAILED");
        assertThat(task.at("/problem/reason").asText()).as(task.toPrettyString()).isEqualTo(reason);
        assertThat(task.at("/problem/detail").asText()).isNotBlank();
        assertThat(task.at("/problem/whatToDo").asText()).isNotBlank();
    }
}
