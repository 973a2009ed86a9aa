package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Spec;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Inputs of every kind arrive, outputs come back with their checksums, and chains run across sites. */
@EndToEnd
@Order(1)
@Uses(sites = {"alpha", "beta", "gamma", "delta"})
class DataTravelsBetweenSitesTest {
    private static final Duration SOON = Duration.ofSeconds(120);

    private final Stage stage;
    private final Api demo;

    DataTravelsBetweenSitesTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
    }

    @Test
    void inputsOfEveryKindLieInTheWorkingDirectoryAsTheyWere() throws Exception {
        byte[] uploaded = bytes("inputs", 300_000);
        demo.upload("ws://inputs/deep/data.bin", uploaded);
        stage.cluster("beta").run("printf 'from beta\\n' >/home/asmith/at-site.txt; chown asmith /home/asmith/at-site.txt");

        String id = demo.submit(Spec.script("sha256sum data.bin; cat sub/text.txt renamed.txt; ./tool.sh; ls -d *")
                .at("alpha")
                .input(Map.of("from", "ws://inputs/deep/data.bin"))
                .input(Map.of("from", "beta:~/at-site.txt", "to", "renamed.txt"))
                .input(Map.of("content", "by value\n", "to", "sub/text.txt"))
                .input(Map.of("content", "#!/bin/sh\necho a tool\n", "to", "tool.sh", "executable", true)));
        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        assertThat(demo.log(id, "stdout")).startsWith(sha256(uploaded) + "  data.bin\n")
                .contains("by value\nfrom beta\na tool\n");
    }

    @Test
    void outputsComeBackByteForByteWithTheirChecksums() throws Exception {
        String id = demo.submit(Spec.script("mkdir -p out/deep; head -c 250000 /dev/urandom >out/deep/noise.bin; echo r >result.txt")
                .at("gamma").with("workspace", "results")
                .output(Map.of("glob", "out/**")).output(Map.of("glob", "*.txt", "to", "ws://results/texts/")));
        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        JsonNode noise = output(task, "out/deep/noise.bin");
        Api.Reply file = demo.file(noise.path("path").asText());
        assertThat(file.body()).hasSize(250_000);
        assertThat(sha256(file.body())).isEqualTo(noise.path("sha256").asText());
        assertThat(sha256(file.body())).isEqualTo(stage.cluster("gamma").run("sha256sum /home/al/.diamond/attempts/demo/"
                + id + ".1/work/out/deep/noise.bin").split(" ")[0]);
        assertThat(demo.file("ws://results/texts/result.txt").text()).isEqualTo("r\n");
    }

    @Test
    void aRequiredOutputThatIsMissingFailsTheTaskAndIsNamed() {
        String id = demo.submit(Spec.script("true").at("delta").output(Map.of("glob", "never.dat")));

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).isEqualTo("FAILED");
        assertThat(task.at("/problem/reason").asText()).as(task.toPrettyString()).isEqualTo("TRANSFER_OUTPUT_MISSING");
        assertThat(task.path("missing").toString()).contains("never.dat");
    }

    @Test
    void outputsOfOneSiteAreInputsOfTheNextAllAlongAChain() throws Exception {
        String first = demo.submit(Spec.script("echo made at alpha >a.txt").at("alpha").output(Map.of("glob", "a.txt")));
        String second = demo.submit(Spec.script("cat a.txt >b.txt; echo passed through gamma >>b.txt").at("gamma")
                .after(first).input(Map.of("from", "task:0/a.txt")).output(Map.of("glob", "b.txt")));
        String third = demo.submit(Spec.script("cat b.txt").at("delta").after(second)
                .input(Map.of("from", "task:" + second + "/b.txt")));

        JsonNode task = demo.ended(third, Duration.ofSeconds(240));

        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        assertThat(demo.log(third, "stdout")).isEqualTo("made at alpha\npassed through gamma\n");
    }

    @Test
    void aTaskBehindAFailedOneNeverRunsAndSaysSo() {
        String first = demo.submit(Spec.script("exit 9").at("beta"));
        String second = demo.submit(Spec.script("echo must not run").at("beta").after(first));

        JsonNode task = demo.ended(second, SOON);

        assertThat(task.path("state").asText()).isIn("FAILED", "CANCELLED");
        assertThat(task.at("/problem/reason").asText()).as(task.toPrettyString()).isEqualTo("SCHEDULER_DEPENDENCY_FAILED");
        assertThat(stage.topic().of(second, "placed")).isEmpty();
    }

    @Test
    void anInputThatIsNotThereIsTheReason() {
        String id = demo.submit(Spec.script("true").at("alpha").input(Map.of("from", "beta:~/no/such/file")));

        JsonNode task = demo.ended(id, SOON);

        assertThat(task.path("state").asText()).isEqualTo("FAILED");
        assertThat(task.at("/problem/reason").asText()).as(task.toPrettyString())
                .isIn("TRANSFER_SOURCE_MISSING", "SITE_NO_SUCH_FILE");
        assertThat(task.at("/problem/detail").asText()).contains("no/such/file");
    }

    private static JsonNode output(JsonNode task, String relative) {
        for (JsonNode output : task.path("outputs")) {
            if (output.path("relative").asText().equals(relative)) {
                return output;
            }
        }
        throw new AssertionError("no output " + relative + " in " + task.toPrettyString());
    }

    private byte[] bytes(String test, int size) {
        byte[] bytes = new byte[size];
        new Random(test.hashCode()).nextBytes(bytes);
        return bytes;
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    @Test
    void aStreamOfAnotherSiteIsReadThroughTheGateway() {
        String id = demo.submit(Spec.script("echo out; echo err >&2").at("beta"));

        demo.ended(id, SOON);

        assertThat(demo.log(id, "stdout").getBytes(StandardCharsets.UTF_8)).isEqualTo("out\n".getBytes(StandardCharsets.UTF_8));
        assertThat(demo.log(id, "stderr")).isEqualTo("err\n");
    }
}
