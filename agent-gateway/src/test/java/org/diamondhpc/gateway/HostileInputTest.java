package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever comes in, the answer is a problem with a reason, never an error of Diamond's own. */
@QuarkusTest
class HostileInputTest extends GatewayTest {
    private static final List<String> POSTS = List.of("/v1/tasks", "/v1/task-batches", "/v1/placements",
            "/v1/transfers", "/v1/sessions", "/v1/sites/nowhere/login", "/v1/sites/nowhere/files");

    /** Before the first look a name that is not known is not the asker's mistake. */
    @BeforeEach
    void someSiteWasSeen() {
        seen("elsewhere");
    }

    @Test
    void hostileBodiesAreRefused() {
        String session = session();
        List<String> paths = new ArrayList<>(POSTS);
        paths.add("/v1/sessions/" + session + "/waits");
        paths.add("/v1/sessions/" + session + "/wakes/ack");
        for (String path : paths) {
            for (byte[] body : bodies()) {
                Api.Reply reply = alice.send("POST", path, body, "Content-Type", "application/json");

                refused(path + " <- " + start(body), reply);
            }
        }
    }

    @Test
    void everyFieldOfASpecificationTakesWrongTypesCalmly() {
        String[] fields = {"name", "executable", "arguments", "script", "container", "environment", "resources",
            "modules", "inputs", "outputs", "constraints", "account", "queue", "qos", "reservation", "dependsOn",
            "array", "retries", "checkpoint", "placement", "workspace", "labels", "session", "unknown"};
        String[] values = {"null", "7", "-1e400", "\"\\u0000\"", "\"\\ud800\"", "[]", "[null]", "[[]]", "{}",
            "{\"\\u0000\": \"\\u0000\"}", "{\"a\": {\"b\": []}}", "true", "\"" + "x".repeat(300_000) + "\"",
            "[{\"from\": \"ws://../x\"}]", "[{\"task\": \"t-1\"}]", "{\"nodes\": 99999999999999999999}",
            "{\"indices\": \"1-99999999\"}", "{\"limit\": -1}"};
        for (String field : fields) {
            for (String value : values) {
                Api.Reply reply = alice.post("/v1/tasks",
                        "{\"executable\": \"true\", \"" + field + "\": " + value + "}");

                assertThat(reply.status()).as(field + " = " + value.substring(0, Math.min(40, value.length())) + ": "
                        + reply.text().substring(0, Math.min(300, reply.text().length())))
                        .isIn(202, 400, 404, 413, 422);
            }
        }
    }

    @Test
    void oddContentTypesAreRefused() {
        for (String type : new String[] {"text/plain", "application/xml", "application/octet-stream", "x", "",
            "application/json; charset=utf-16", "a/b/c", "multipart/form-data"}) {
            Api.Reply reply = alice.send("POST", "/v1/tasks", SLEEP.getBytes(StandardCharsets.UTF_8), "Content-Type",
                    type);

            assertThat(reply.status()).as(type + reply.text()).isIn(202, 400, 415);
        }
        assertThat(alice.get("/v1/tasks", "Accept", "image/png").status()).isEqualTo(406);
        assertThat(alice.send("PUT", "/v1/tasks", null).status()).isEqualTo(405);
    }

    @Test
    void oddParametersAreRefused() {
        String task = submit(SLEEP);
        for (String path : new String[] {"/v1/tasks?limit=0", "/v1/tasks?limit=x", "/v1/tasks?limit=99999999999999999999",
            "/v1/tasks?state=%00", "/v1/tasks?label=x", "/v1/tasks?label=a%00=b", "/v1/tasks?name=%00",
            "/v1/tasks?session=%27;drop", "/v1/tasks?cursor=%00", "/v1/tasks/%00", "/v1/tasks/../../etc/passwd",
            "/v1/tasks/t-%F0%9F%98%80", "/v1/tasks/" + "x".repeat(3000), "/v1/tasks/" + task + "?wait=-1",
            "/v1/tasks/" + task + "/events?after=-1", "/v1/tasks/" + task + "/logs/%00",
            "/v1/tasks/" + task + "/logs/stdout?tail=999999999", "/v1/sites/%2e%2e", "/v1/sites/A",
            "/v1/workspaces/%00/files", "/v1/workspaces/x/files?prefix=%00", "/v1/workspaces/x/files/%00",
            "/v1/workspaces/x/notes/%00", "/v1/transfers?state=x", "/v1/sessions/x/wakes?after=x", "/v1/nothing",
            "/v1/tasks?name=%ed%a0%80"}) {
            Api.Reply reply = alice.get(path);

            assertThat(reply.status()).as(path.substring(0, Math.min(80, path.length())) + reply.text())
                    .isIn(200, 400, 404, 414);
            if (reply.status() != 200 && reply.status() != 414) {
                assertThat(reply.json().path("reason").asText()).as(path).isNotBlank();
            }
        }
        assertThat(alice.get("/v1/tasks/" + task, "If-None-Match", "\"\0".replace("\0", "x")).status()).isEqualTo(200);
    }

    @Test
    void hostileYamlIsRefused() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 40; i++) {
            bomb.append("a%d: &a%d [*a%d, *a%d, *a%d]\n".formatted(i, i, i - 1, i - 1, i - 1));
        }
        for (String yaml : new String[] {bomb.toString(), "!!javax.script.ScriptEngineManager [x]", "\t\tx: [",
            "a: *nothing", "? ? ?", "%YAML 9.9\n---\nx: 1", "- ".repeat(5000), "executable: \"a\\0b\""}) {
            Api.Reply reply = alice.send("POST", "/v1/tasks", yaml.getBytes(StandardCharsets.UTF_8), "Content-Type",
                    "application/yaml");

            refused(yaml.substring(0, Math.min(30, yaml.length())), reply);
        }
    }

    private static List<byte[]> bodies() {
        List<byte[]> all = new ArrayList<>();
        for (String text : new String[] {"", " ", "null", "7", "\"x\"", "[]", "{", "{\"a\":1,\"a\":2}", "{} {}",
            "{\"unknown\": 1}", "[".repeat(5000), "{\"a\":".repeat(5000), "{\"items\": 7}", "{\"items\": [null]}",
            "{\"title\": {}}", "{\"title\": \"\\u0000\"}", "{\"title\": \"" + "x".repeat(1_000_000) + "\"}",
            "{\"upTo\": \"x\"}", "{\"upTo\": -1}", "{\"op\": \"FORMAT\", \"path\": \"/\"}",
            "{\"deadline\": \"" + "9".repeat(500) + "\"}", "{\"timeout\": \"-5\"}", "{\"context\": \"\\udfff\"}",
            "x".repeat(1_200_000)}) {
            all.add(text.getBytes(StandardCharsets.UTF_8));
        }
        all.add(new byte[] {'"', (byte) 0xff, (byte) 0xfe, '"'});
        all.add("{}".getBytes(StandardCharsets.UTF_16));
        byte[] noise = new byte[5000];
        new Random(7).nextBytes(noise);
        all.add(noise);
        return all;
    }

    private static void refused(String what, Api.Reply reply) {
        assertThat(reply.status()).as(what + ": " + reply.text()).isIn(400, 404, 409, 413, 422);
        assertThat(reply.json().path("reason").asText()).as(what).isNotBlank();
        assertThat(reply.json().path("whatToDo").asText()).as(what).isNotBlank();
        assertThat(reply.header("content-type")).startsWith("application/problem+json");
    }

    private static String start(byte[] body) {
        return new String(body, 0, Math.min(40, body.length), StandardCharsets.ISO_8859_1);
    }
}
