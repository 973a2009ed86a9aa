package org.diamondhpc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.diamondhpc.cli.testing.CommandLineRun;
import org.diamondhpc.cli.testing.StubGateway;
import org.diamondhpc.cli.testing.StubGateway.Reply;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What it takes to add a site. */
class SiteAddTest {
    private static final String KEY = "{\"kind\":\"host-key\",\"host\":\"login.example.org\",\"port\":22,\"type\":\"ssh-ed25519\","
            + "\"fingerprint\":\"SHA256:abc\",\"line\":\"ssh-ed25519 AAAA\",\"known\":false}";
    private static final String DRAFT = "{\"kind\":\"draft\",\"site\":\"frontier\",\"family\":\"slurm\",\"notes\":[],"
            + "\"profile\":\"id: \\\"frontier\\\"\\nscheduler: {family: slurm}\\n\"}";
    private static final String[] ADD = {"site", "add", "alice@login.example.org", "--name=frontier"};

    @TempDir
    Path folder;

    private StubGateway gateway;

    @BeforeEach
    void answers() throws IOException {
        gateway = new StubGateway();
        gateway.on("POST /v1/sites/drafts", asked -> Reply.json(200, asked.json().hasNonNull("hostKey") ? DRAFT : KEY));
        gateway.on("POST /v1/sites", asked -> Reply.json(201, "{\"kind\":\"added\",\"site\":\"frontier\"}"));
        gateway.on("GET /v1/sites/frontier", "{\"id\":\"frontier\",\"health\":{\"state\":\"UP\"},\"scheduler\":\"slurm\"}");
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    private CommandLineRun typed(String in, String... more) {
        String[] args = Stream.concat(Stream.of(ADD), Stream.of(more))
                .toArray(String[]::new);
        return CommandLineRun.of(folder, Map.of("DIAMOND_URL", gateway.url()), in, args);
    }

    @Test
    void twoTypedYesesAddASite() {
        CommandLineRun run = typed("yes\nyes\n");

        assertThat(run.exit()).isZero();
        assertThat(run.out()).contains("SHA256:abc", "id: \"frontier\"", "UP");
        JsonNode second = gateway.asked("POST /v1/sites/drafts").get(1).json();
        assertThat(second.path("hostKey").asText()).isEqualTo("ssh-ed25519 AAAA");
        assertThat(second.path("user").asText()).isEqualTo("alice");
        assertThat(gateway.asked("POST /v1/sites").getFirst().json().path("profile").asText()).contains("family: slurm");
    }

    @Test
    void aKeyIsNotAcceptedWithoutTheWord() {
        CommandLineRun run = typed("y\n", "--yes");

        assertThat(run.exit()).isNotZero();
        assertThat(gateway.asked("POST /v1/sites/drafts")).hasSize(1);
        assertThat(gateway.asked("POST /v1/sites")).isEmpty();
    }

    @Test
    void nobodyWhoAnswersIsToldWhatAProgramGives() {
        CommandLineRun run = typed("");

        assertThat(run.exit()).isEqualTo(3);
        assertThat(run.err()).contains("--host-key=SHA256:abc");
    }

    @Test
    void aProfileIsNotWrittenAfterANo() {
        CommandLineRun run = typed("no\n", "--host-key=SHA256:abc");

        assertThat(run.exit()).isZero();
        assertThat(run.out()).contains("Nothing was written");
        assertThat(gateway.asked("POST /v1/sites")).isEmpty();
    }

    @Test
    void aProgramAddsItWithBothGiven() {
        CommandLineRun run = typed("", "--host-key=SHA256:abc", "--yes", "--json", "-i", "/keys/id");

        assertThat(run.exit()).isZero();
        assertThat(run.json().path("kind").asText()).isEqualTo("added");
        assertThat(gateway.asked("POST /v1/sites/drafts").getFirst().json().path("access").path("keyFile").asText())
                .isEqualTo("/keys/id");
    }

    @Test
    void aRefusalIsSaidWithWhatToDo() {
        gateway.on("POST /v1/sites/drafts", asked -> Reply.problem(502, "SITE_UNREACHABLE", "TEMPORARY"));

        CommandLineRun run = typed("yes\n");

        assertThat(run.exit()).isEqualTo(6);
        assertThat(run.err()).contains("SITE_UNREACHABLE", "Do this.");
    }
}
