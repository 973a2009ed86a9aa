package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.Crowd;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Spec;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * slurmctld stopped while submissions are in flight: {@code sbatch} gives up after 10 s, and its request still runs
 * after the thaw. Measured elsewhere: whoever believes that message runs the work twice.
 */
@EndToEnd
@Order(3)
class AFrozenControllerNeverRunsTheWorkTwiceTest {
    private static final int IN_FLIGHT = 6;

    private final Stage stage;
    private final Api demo;

    AFrozenControllerNeverRunsTheWorkTwiceTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
    }

    @Test
    @Uses(breaks = "beta")
    void shorterThanTheClientsPatience() {
        frozen("beta", 8);
    }

    @Test
    @Uses(breaks = "delta")
    void longerThanTheClientsPatience() {
        frozen("delta", 15);
    }

    @Test
    @Uses(breaks = "alpha")
    void longerThanAnybodysPatience() {
        frozen("alpha", 70);
    }

    @Test
    @Uses(breaks = "gamma")
    void withoutAccountingToLookInto() {
        frozen("gamma", 22);
    }

    private void frozen(String site, int seconds) {
        Crowd crowd = new Crowd(stage, "frozen" + seconds);
        warm(site);
        stage.testbed().fault("ctld-stop", site, seconds);
        try {
            crowd.submit(site, IN_FLIGHT, "sleep 1");

            Map<String, JsonNode> ended = crowd.ended(Duration.ofSeconds(seconds + 180));

            crowd.assertEachRanOnce(ended, false);
            long jobs = stage.cluster(site).jobsByAttempt().entrySet().stream()
                    .filter(e -> crowd.tasks().contains(e.getKey().split("\\.")[0])).mapToInt(e -> e.getValue().size()).sum();
            System.out.println(site + " frozen for " + seconds + " s: " + IN_FLIGHT + " tasks, " + jobs + " jobs");
        } finally {
            stage.testbed().heal(site);
        }
    }

    /** So that the connection stands and the submission itself meets the frozen controller. */
    private void warm(String site) {
        String id = demo.submit(Spec.program("/bin/true").at(site));
        assertThat(demo.ended(id, Duration.ofSeconds(90)).path("state").asText()).isEqualTo("SUCCEEDED");
    }
}
