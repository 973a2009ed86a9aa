package org.diamondhpc.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.diamondhpc.cli.testing.CommandLineRun;
import org.diamondhpc.cli.testing.StubGateway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
    private StubGateway gateway;
    @TempDir
    Path folder;

    @BeforeEach
    void begin() throws IOException {
        gateway = new StubGateway();
    }

    @AfterEach
    void end() {
        gateway.close();
    }

    @Test
    void storyEndsWellWhereEveryBitIsRight() {
        new DemoWorld(gateway, 0).play();

        CommandLineRun demo = CommandLineRun.of(gateway, folder, "demo", "-o", "kept");

        assertThat(demo.exit()).as(demo.out() + demo.err()).isZero();
        assertThat(demo.out()).contains("went to alpha/batch: 14 nodes are idle", "job 101 on alpha", "job 202 on beta",
                "GPU 0 of beta", "wake 1 (FULFILLED)", "0.020000, 0.040000", "The result is right to the bit")
                .doesNotContain("✗");
        assertThat(demo.out().lines()).allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(100));
        assertThat(folder.resolve("kept/" + DemoWorld.FIRST + "/field-3.bin")).exists();
    }

    @Test
    void secondStepGoesElsewhereAndNeedsTheFirst() {
        new DemoWorld(gateway, 0).play();

        CommandLineRun.of(gateway, folder, "demo", "-q");

        JsonNode second = gateway.asked("POST /v1/tasks").get(1).json();
        assertThat(second.at("/constraints/excludeSites/0").asText()).isEqualTo("alpha");
        assertThat(second.at("/dependsOn/0/task").asText()).isEqualTo(DemoWorld.FIRST);
        assertThat(second.at("/inputs/2/from").asText()).isEqualTo("task:0/field-0.bin");
        assertThat(second.at("/resources/gpusPerProcess").asInt()).isEqualTo(1);
        JsonNode first = gateway.asked("POST /v1/tasks").getFirst().json();
        assertThat(first.at("/constraints/excludeSites/0").asText()).as("the only site with GPUs").isEqualTo("beta");
        assertThat(gateway.asked("POST /v1/sessions/" + DemoWorld.SESSION + "/wakes/ack").getFirst().json()
                .path("upTo").asInt()).isEqualTo(1);
    }

    @Test
    void oneWrongBitFailsTheDemo() {
        new DemoWorld(gateway, 1).play();

        CommandLineRun demo = CommandLineRun.of(gateway, folder, "demo", "--json");

        assertThat(demo.exit()).isEqualTo(1);
        assertThat(demo.json().path("ok").asBoolean()).isFalse();
        assertThat(demo.json().path("checks")).hasSize(3).filteredOn(c -> !c.path("right").asBoolean())
                .singleElement().satisfies(c -> assertThat(c.path("what").asText()).contains("4 fields from alpha"));
    }

    @Test
    void documentAccountsForTheTime() {
        new DemoWorld(gateway, 0).play();

        JsonNode told = CommandLineRun.of(gateway, folder, "demo", "--json").json();

        assertThat(told.path("ok").asBoolean()).isTrue();
        assertThat(told.at("/time/explainedPercent").asDouble()).isGreaterThanOrEqualTo(95);
        double sum = 0;
        for (JsonNode stretch : told.at("/time/stretches")) {
            sum += stretch.path("seconds").asDouble();
        }
        assertThat(sum).isCloseTo(told.at("/time/wallSeconds").asDouble(),
                Offset.offset(0.05));
        assertThat(told.at("/sleep/wake/reason").asText()).isEqualTo("FULFILLED");
        assertThat(told.path("steps")).hasSize(2);
    }

    @Test
    void whereThereAreCollectionsBothMoversAreShownWithTheirReasons() {
        new DemoWorld(gateway, 0).collections("globus").play();

        CommandLineRun demo = CommandLineRun.of(gateway, folder, "demo");

        assertThat(demo.exit()).as(demo.out() + demo.err()).isZero();
        assertThat(demo.out().replaceAll("\\s+", " ")).contains("alpha, beta have Globus collections",
                "alpha → beta by globus (both ends have a Globus collection): 4 files",
                "alpha → delta by sftp (delta has no Globus collection): 4 files",
                "✓ the fields went from alpha to beta by Globus", "✓ the copy at delta went by the relay");
        assertThat(gateway.asked("POST /v1/tasks").get(1).json().at("/constraints/excludeSites").toString())
                .isEqualTo("[\"alpha\",\"delta\"]");
        assertThat(gateway.asked("DELETE /v1/sites/delta/files")).hasSize(1);
    }

    @Test
    void theWrongMoverFailsTheDemoThoughTheResultIsRight() {
        new DemoWorld(gateway, 0).collections("sftp").play();

        CommandLineRun demo = CommandLineRun.of(gateway, folder, "demo", "--json");

        assertThat(demo.exit()).isEqualTo(1);
        assertThat(demo.json().path("ok").asBoolean()).isFalse();
        assertThat(demo.json().path("ways").findValuesAsText("mover")).containsExactly("sftp", "sftp");
    }
}
