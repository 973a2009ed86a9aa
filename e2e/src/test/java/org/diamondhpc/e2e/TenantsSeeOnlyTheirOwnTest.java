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
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Two tenants of one instance: each works with its own login, and neither sees, reads or stops what is the other's. */
@EndToEnd
@Order(1)
@Uses(sites = {"alpha", "delta"})
class TenantsSeeOnlyTheirOwnTest {
    private static final Duration SOON = Duration.ofSeconds(90);

    private final Stage stage;
    private final Api demo;
    private final Api other;

    TenantsSeeOnlyTheirOwnTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
        this.other = stage.api("other");
    }

    @Test
    void eachRunsUnderItsOwnLogin() {
        String mine = demo.submit(Spec.program("/usr/bin/id", "-un").at("delta"));
        String theirs = other.submit(Spec.program("/usr/bin/id", "-un").at("delta"));

        demo.ended(mine, SOON);
        other.ended(theirs, SOON);

        assertThat(demo.log(mine, "stdout")).isEqualTo("u1234\n");
        assertThat(other.log(theirs, "stdout")).isEqualTo("u5678\n");
    }

    @Test
    void theOthersObjectsAreNotThere() throws Exception {
        String session = demo.post("/v1/sessions", Map.of("title", "mine")).path("id").asText();
        String id = demo.submit(Spec.script("echo secret >s.txt").at("alpha").in(session).with("workspace", "private")
                .output(Map.of("glob", "s.txt")));
        JsonNode task = demo.ended(id, SOON);
        assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");

        assertThat(demo.file("ws://private/tasks/" + id + "/s.txt").text()).isEqualTo("secret\n");

        for (String path : new String[] {"/v1/tasks/" + id, "/v1/tasks/" + id + "/events", "/v1/tasks/" + id + "/logs/stdout",
            "/v1/sessions/" + session, "/v1/sessions/" + session + "/wakes",
            "/v1/workspaces/private/files/tasks/" + id + "/s.txt"}) {
            assertThat(other.send("GET", path, null).status()).as(path).isEqualTo(404);
        }
        assertThat(other.send("POST", "/v1/tasks/" + id + "/cancel", null).status()).isEqualTo(404);
        assertThat(other.get("/v1/tasks?limit=200").toString()).doesNotContain(id);
    }

    @Test
    void theOthersOutputsCannotBeTakenAsInputs() throws Exception {
        String id = demo.submit(Spec.script("echo secret >s.txt").at("alpha").with("workspace", "closed")
                .output(Map.of("glob", "s.txt", "to", "ws://closed/")));
        demo.ended(id, SOON);

        Api.Reply byName = other.send("POST", "/v1/tasks",
                bytes(Spec.script("cat s.txt").at("alpha").input(Map.of("from", "ws://closed/s.txt"))));
        Api.Reply byTask = other.send("POST", "/v1/tasks",
                bytes(Spec.script("cat s.txt").at("alpha").after(id).input(Map.of("from", "task:0/s.txt"))));

        assertThat(byName.status()).as(byName.text()).isBetween(400, 499);
        assertThat(byTask.status()).as(byTask.text()).isBetween(400, 499);
    }

    @Test
    void aFileOfTheOthersLoginIsRefusedByTheSiteItself() {
        stage.cluster("alpha").run("echo private >/home/alice/private; chown alice /home/alice/private; "
                + "chmod 600 /home/alice/private; chmod 700 /home/alice");

        String id = other.submit(Spec.script("cat private").at("delta").input(Map.of("from", "alpha:/home/alice/private")));

        JsonNode task = other.ended(id, SOON);
        assertThat(task.path("state").asText()).isEqualTo("FAILED");
        assertThat(task.at("/problem/reason").asText()).as(task.toPrettyString())
                .isIn("SITE_PERMISSION_DENIED", "TRANSFER_SOURCE_MISSING", "SITE_NO_SUCH_FILE");
    }

    private static byte[] bytes(Spec spec) {
        return spec.json().toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }
}
