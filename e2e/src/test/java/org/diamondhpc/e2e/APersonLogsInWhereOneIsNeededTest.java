package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.CommandLine;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Spec;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.diamondhpc.e2e.stage.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A way into a cluster that takes nothing but one-time codes. Alone, since others could be placed there meanwhile. */
@EndToEnd
@Order(2)
@Uses(sites = "alpha", kills = true)
class APersonLogsInWhereOneIsNeededTest {
    private static final String SITE = "alpha-otp";
    private static final Duration SOON = Duration.ofSeconds(60);

    private final Stage stage;
    private final Api demo;
    private final Path profile;

    APersonLogsInWhereOneIsNeededTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
        this.profile = stage.diamond().folder().resolve("sites").resolve(SITE + ".yaml");
    }

    @BeforeEach
    void theSiteIsKnown() {
        stage.testbed().run(null, "profiles", profile.getParent().toString(), SITE);
        Wait.until(SOON, () -> SITE + " does not ask for a login", () -> health().equals("NEEDS_LOGIN"));
    }

    @AfterEach
    void itIsGone() throws IOException {
        Files.delete(profile);
        Wait.until(SOON, () -> SITE + " is still there", () -> health().isEmpty());
    }

    @Test
    void aTaskWaitsForALoginAndGoesOnByItselfAfterIt() {
        String id = demo.submit(Spec.program("/usr/bin/id", "-un").at(SITE));
        JsonNode waiting = demo.until(id, SOON, "its reason", t -> t.at("/problem/reason").asText().equals("SITE_NEEDS_LOGIN"));

        CommandLine.Run wrong = stage.commandLine("demo").run("000000\n", "login", SITE);
        String code = stage.testbed().run(null, "otp", "alpha").strip();
        CommandLine.Run right = stage.commandLine("demo").run(code + "\n", "login", SITE);
        JsonNode task = demo.ended(id, SOON);

        assertThat(waiting.at("/problem/detail").asText()).doesNotContain("bob");
        assertThat(wrong.exit()).as(wrong.output()).isNotZero();
        assertThat(wrong.output()).contains("SITE_AUTH_REFUSED");
        assertThat(right.exit()).as(right.output()).isZero();
        assertThat(right.output()).doesNotContain(code);
        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
        assertThat(demo.log(id, "stdout")).isEqualTo("alice\n");
    }

    private String health() {
        for (JsonNode site : demo.get("/v1/sites").path("items")) {
            if (site.path("id").asText().equals(SITE)) {
                return site.at("/health/state").asText();
            }
        }
        return "";
    }
}
