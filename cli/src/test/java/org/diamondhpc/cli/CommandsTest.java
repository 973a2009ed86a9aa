package org.diamondhpc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.diamondhpc.cli.client.Sha256;
import org.diamondhpc.cli.testing.Answers;
import org.diamondhpc.cli.testing.CommandLineRun;
import org.diamondhpc.cli.testing.StubGateway.Reply;
import org.diamondhpc.schemas.request.SealedAnswers;
import org.junit.jupiter.api.Test;

class CommandsTest extends CommandCase {
    private static final String TASK = "/v1/tasks/" + Answers.TASK;

    @Test
    void sitesAreATableThatFits() {
        gateway.on("GET /v1/sites", Answers.SITES);

        CommandLineRun sites = run("sites");

        assertThat(sites.exit()).isZero();
        assertThat(sites.out()).contains("alpha", "14/16", "1792/2048", "2/1", "beta", "DOWN", "32/32",
                "SITE_UNREACHABLE").doesNotContain("\u001b");
        assertThat(sites.out().lines()).allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(100));
        assertThat(run("sites", "--json").json().path("items")).hasSize(2);
        assertThat(run("sites", "-q").out()).isEqualTo("alpha\nbeta\n");
    }

    @Test
    void sessionSleepsForWhatItsOptionsSay() throws IOException {
        gateway.on("POST /v1/sessions/s-000000001/waits", "{\"id\": \"w-000000001\"}");

        CommandLineRun park = run("session", "park", "s-000000001", "--failure", "t-000000001", "--result",
                "t-000000002", "--idle", "alpha/gpu=4", "--site-down", "beta", "--log", "t-000000001=^a=b$",
                "--no-alarms");
        CommandLineRun wrong = run("session", "park", "s-000000001", "--idle", "alpha");

        assertThat(park.exit()).as(park.err()).isZero();
        JsonNode sent = gateway.asked("POST /v1/sessions/s-000000001/waits").getFirst().json();
        assertThat(sent.at("/failed/0").asText()).isEqualTo("t-000000001");
        assertThat(sent.at("/succeeded/0").asText()).isEqualTo("t-000000002");
        assertThat(sent.path("sites").toString()).contains("{\"site\":\"beta\",\"is\":\"DOWN\"}",
                "{\"site\":\"alpha\",\"partition\":\"gpu\",\"idleNodes\":4}");
        assertThat(sent.at("/logs/0/pattern").asText()).isEqualTo("^a=b$");
        assertThat(sent.path("attention").asText()).isEqualTo("none");
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(gateway.asked("POST /v1/sessions/s-000000001/waits")).hasSize(1);
    }

    @Test
    void skillsAreListedShownAndCalled() throws IOException {
        gateway.on("GET /v1/skills", """
                {"items": [{"name": "get_task", "title": "Look at a task", "group": "tasks",
                 "effects": {"readOnly": true}}]}""");
        gateway.on("GET /v1/skills/get_task", "{\"description\": \"Tells.\", \"guide\": \"# Look\\n\"}");
        gateway.on("POST /v1/skills/get_task", "{\"summary\": \"It is \\u001b[31mred\", \"next\": []}");
        Files.writeString(folder.resolve("in.json"), "{\"task\": \"t-00mi1234abcd\"}");

        CommandLineRun called = run("skills", "call", "get_task", "@in.json");

        assertThat(called.exit()).isZero();
        assertThat(called.out()).contains("It is").doesNotContain("\u001b");
        assertThat(run("skills").out()).contains("get_task", "reads", "Look at a task");
        assertThat(run("skills", "show", "get_task").out()).contains("Tells.", "# Look");
        assertThat(run("skills", "call", "get_task", "{}", "--json").json().path("next")).isEmpty();
        assertThat(run("skills", "call", "get_task", "{").exit()).isNotZero();
    }

    @Test
    void planMarksTheChosenPlace() throws IOException {
        gateway.on("POST /v1/placements", Answers.PLAN);
        Files.writeString(folder.resolve("spec.yaml"), "name: x\nexecutable: /bin/true\n");

        CommandLineRun plan = run("plan", "spec.yaml");

        assertThat(plan.exit()).isZero();
        assertThat(plan.out().lines().filter(l -> l.startsWith("→"))).singleElement().satisfies(l ->
                assertThat(l).contains("alpha", "batch", "READY", "2.0s (≤9.0s)", "1.5s", "5m00s", "5m03s"));
        assertThat(plan.out()).contains("1h01m", "INCOMPATIBLE", "It would go to alpha/batch: done first");
        assertThat(plan.out().lines()).allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void runUploadsLocalInputsAndSetsFields() throws IOException {
        Files.createDirectory(folder.resolve("in"));
        Files.writeString(folder.resolve("in/data.csv"), "hello");
        Files.writeString(folder.resolve("spec.yaml"), """
                name: x
                executable: /bin/cat
                workspace: demo
                inputs: [{from: ./in/data.csv}, {from: "ws://demo/other"}]
                """);
        String remote = "/v1/workspaces/demo/files/inputs/2cf24dba5fb0a30e/data.csv";
        gateway.on("PUT " + remote, "{\"uri\":\"u\",\"size\":5}");
        gateway.on("POST /v1/tasks", asked -> Reply.json(202, Answers.task("PLACING", 1)));

        CommandLineRun run = run("run", "spec.yaml", "--set", "resources.duration=5m", "--set", "retries.limit=2",
                "--session", "s-000000001");

        assertThat(run.exit()).isZero();
        assertThat(run.out()).isEqualTo(Answers.TASK + "\n");
        assertThat(gateway.asked("PUT " + remote)).singleElement().satisfies(a ->
                assertThat(a.header("X-Checksum-Sha256")).isEqualTo(Answers.HELLO_SHA256));
        JsonNode sent = gateway.asked("POST /v1/tasks").getFirst().json();
        assertThat(sent.at("/inputs/0/from").asText()).isEqualTo("ws://demo/inputs/2cf24dba5fb0a30e/data.csv");
        assertThat(sent.at("/inputs/0/to").asText()).isEqualTo("data.csv");
        assertThat(sent.at("/inputs/1/from").asText()).isEqualTo("ws://demo/other");
        assertThat(sent.at("/resources/duration").asText()).isEqualTo("5m");
        assertThat(sent.at("/retries/limit").isInt()).isTrue();
        assertThat(sent.at("/session").asText()).isEqualTo("s-000000001");
    }

    @Test
    void fileThatIsThereAlreadyIsNotUploadedAgain() throws IOException {
        Files.writeString(folder.resolve("data.csv"), "hello");
        Files.writeString(folder.resolve("s.yaml"), "executable: x\ninputs: [{from: ./data.csv}]\n");
        String remote = "/v1/workspaces/default/files/inputs/2cf24dba5fb0a30e/data.csv";
        gateway.on("GET " + remote, "{\"sha256\":\"" + Answers.HELLO_SHA256 + "\",\"size\":5}");
        gateway.on("POST /v1/tasks", asked -> Reply.json(202, Answers.task("PLACING", 1)));

        assertThat(run("submit", "s.yaml").exit()).isZero();
        assertThat(gateway.asked("PUT " + remote)).isEmpty();
    }

    @Test
    void everyViolationHasItsLine() throws IOException {
        Files.writeString(folder.resolve("spec.yaml"), "nonsense: 1\n");
        gateway.on("POST /v1/tasks", asked -> Reply.json(422, """
                {"reason":"INVALID_SPEC","outcome":"PERMANENT","detail":"2 errors, the first: /a: no",
                 "whatToDo":"Correct the named fields.","violations":[
                 {"pointer":"/a","message":"no"},{"pointer":"/b/0","message":"too small"}]}
                """));

        CommandLineRun run = run("run", "spec.yaml");

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("""
                INVALID_SPEC: 2 errors, the first: /a: no — Correct the named fields.
                  /a: no
                  /b/0: too small
                """);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void webhookIsAddedWithItsSecretShownAndListedWithItsTrouble() {
        String hook = """
                {"id": "h-000000001", "state": "ACTIVE", "url": "https://a.example.org/", "delivered": 3,
                 "undelivered": 2, "failures": 1, "lastError": "answered 503\\u001b[2J"%s}""";
        gateway.on("POST /v1/sessions/s-000000001/webhooks", asked ->
                Reply.json(201, hook.formatted(", \"secret\": \"whsec_abc\"")));
        gateway.on("GET /v1/sessions/s-000000001/webhooks", asked ->
                Reply.json(200, "{\"items\": [" + hook.formatted("") + "]}"));

        CommandLineRun added = run("webhook", "add", "s-000000001", "https://a.example.org/", "--after", "3");
        CommandLineRun listed = run("webhook", "ls", "s-000000001");

        assertThat(added.out()).isEqualTo("h-000000001  whsec_abc\n");
        assertThat(gateway.asked("POST /v1/sessions/s-000000001/webhooks").getFirst().json().path("after").asLong()).isEqualTo(3);
        assertThat(listed.out()).contains("h-000000001", "answered 503", "https://a.example.org/").doesNotContain("\u001b[2J");
    }

    @Test
    void exitCodesSayWhatKindOfTroubleItIs() throws IOException {
        gateway.on("GET /v1/sessions", asked -> Reply.problem(401, "AUTH_MISSING", "PERMANENT"));
        gateway.on("POST /v1/sites/alpha/refresh", asked -> Reply.problem(503, "SITE_BUSY", "TEMPORARY"));
        gateway.on("POST /v1/sites/beta/refresh", asked -> Reply.problem(502, "SITE_COMMAND_FAILED", "PERMANENT"));
        Files.writeString(folder.resolve("bad.yaml"), "a: [1\n");

        assertThat(run("task", "t-doesnotexist").exit()).isEqualTo(4);
        assertThat(run("sessions").exit()).isEqualTo(5);
        assertThat(run("site", "refresh", "alpha").exit()).isEqualTo(6);
        assertThat(run("site", "refresh", "beta").exit()).isEqualTo(1);
        assertThat(run("task", "nonsense").exit()).isEqualTo(2);
        assertThat(run("no-such-command").exit()).isEqualTo(2);
        assertThat(run("run", "bad.yaml").exit()).isEqualTo(2);
        assertThat(run("run", "missing.yaml").exit()).isEqualTo(3);
        CommandLineRun unnamed = CommandLineRun.of(folder, Map.of(), "", "tasks");
        assertThat(unnamed.exit()).isEqualTo(3);
        assertThat(unnamed.err()).contains("./diamond up");
        CommandLineRun nobody = CommandLineRun.of(folder, Map.of(), "", "tasks", "--url", "http://127.0.0.1:1");
        assertThat(nobody.exit()).isEqualTo(6);
        assertThat(nobody.err()).startsWith("INTERNAL_UNAVAILABLE: ").contains("connection refused", " — ");
        assertThat(run("--help").out()).contains("Exit codes", "130", "may work later");
    }

    @Test
    void errorsAreJsonToo() {
        CommandLineRun run = run("--json", "task", "t-doesnotexist");

        assertThat(run.exit()).isEqualTo(4);
        assertThat(run.err()).contains("\"reason\":\"INVALID_NOT_FOUND\"", "\"whatToDo\":\"Do this.\"");
    }

    @Test
    void tokenComesFromItsFile() throws IOException {
        Files.writeString(folder.resolve("token"), "of-the-file\n");
        gateway.on("GET /v1/sites", Answers.SITES);

        CommandLineRun.of(gateway, folder, "sites", "--token-file", "token");

        assertThat(gateway.asked("GET /v1/sites").getFirst().header("Authorization")).isEqualTo("Bearer of-the-file");
    }

    @Test
    void waitTellsHowTasksEnded() {
        gateway.on("GET " + TASK, Answers.task("FAILED", 9));
        assertThat(run("wait", Answers.TASK).exit()).isEqualTo(1);
        assertThat(run("wait", Answers.TASK).out()).isEqualTo(Answers.TASK + " FAILED SCHEDULER_JOB_FAILED\n");

        gateway.on("GET " + TASK, Answers.task("SUCCEEDED", 9));
        assertThat(run("wait", "--any", Answers.TASK).exit()).isZero();

        gateway.on("GET " + TASK, asked -> asked.query() == null ? Reply.json(200, Answers.task("QUEUED", 3))
                : new Reply(304, Map.of(), new byte[0], -1));
        assertThat(run("wait", Answers.TASK, "--timeout", "1s").exit()).isEqualTo(6);
    }

    @Test
    void watchPrintsALineForEachChange() {
        AtomicReference<String> now = new AtomicReference<>(Answers.task("QUEUED", 3));
        gateway.on("GET " + TASK, asked -> Reply.json(200, now.get()));
        gateway.on("GET " + TASK + "/events", asked -> {
            now.set(Answers.task("SUCCEEDED", 9));
            return new Reply(200, Map.of("Content-Type", "text/event-stream"), """
                    id: 1
                    event: event
                    data: {"seq":1,"type":"org.diamondhpc.task.ended.v1"}

                    """.getBytes(StandardCharsets.UTF_8), -1);
        });

        CommandLineRun watch = run("watch", Answers.TASK);

        assertThat(watch.exit()).isZero();
        assertThat(watch.out().lines()).hasSize(2);
        assertThat(watch.out()).contains("①②③④··  QUEUED", "①②③④⑤⑥  SUCCEEDED", "alpha/batch job 4711");
    }

    @Test
    void logsAreReadPieceByPiece() {
        gateway.on("GET " + TASK + "/logs/stderr", asked -> {
            int offset = Integer.parseInt(asked.query().replaceAll(".*offset=(\\d+).*", "$1"));
            byte[] piece = offset == 0 ? "first\n".getBytes(StandardCharsets.UTF_8) : offset == 6
                    ? "second\n".getBytes(StandardCharsets.UTF_8) : new byte[0];
            return new Reply(200, Map.of("X-Offset", "" + offset, "X-Next-Offset", "" + (offset + piece.length),
                    "X-Size", "13"), piece, -1);
        });

        assertThat(run("logs", Answers.TASK, "--stderr").out()).isEqualTo("first\nsecond\n");
    }

    @Test
    void resultsAreFetchedAndVerified() {
        gateway.on("GET " + TASK, Answers.task("SUCCEEDED", 9));
        gateway.on("GET /v1/workspaces/demo/files/t/out.csv", asked -> new Reply(200, Map.of("ETag",
                "\"" + Answers.HELLO_SHA256 + "\""), "hello".getBytes(StandardCharsets.UTF_8), -1));
        gateway.on("GET /v1/workspaces/demo/files/t/stdout", asked -> new Reply(200, Map.of(),
                "wrong".getBytes(StandardCharsets.UTF_8), -1));

        assertThat(run("get", Answers.TASK, "*.csv", "-o", "here").exit()).isZero();
        assertThat(folder.resolve("here/out.csv")).hasContent("hello");
        assertThat(run("get", Answers.TASK, "*.csv", "-o", "here").out()).contains("is here already");
        CommandLineRun wrong = run("get", Answers.TASK, "stdout", "-o", "here");
        assertThat(wrong.exit()).isEqualTo(6);
        assertThat(wrong.err()).startsWith("TRANSFER_CHECKSUM_MISMATCH");
        assertThat(folder.resolve("here/stdout")).doesNotExist();
        assertThat(run("get", Answers.TASK, "*.nothing").exit()).isEqualTo(4);
    }

    @Test
    void outputThatLeadsOutOfTheFolderIsRefused() {
        gateway.on("GET " + TASK, Answers.task("SUCCEEDED", 9).replace("\"relative\":\"out.csv\"",
                "\"relative\":\"../../evil\""));

        assertThat(run("get", Answers.TASK, "-o", "here").exit()).isEqualTo(2);
        assertThat(folder.resolve("evil")).doesNotExist();
    }

    @Test
    void loginSealsTheAnswersForTheKeeper() {
        var keeper = SealedAnswers.newKey();
        gateway.on("POST /v1/sites/alpha/login", asked -> Reply.json(200, asked.json().has("step")
                ? "{\"kind\":\"done\",\"detail\":\"logged in as alice\"}"
                : "{\"kind\":\"prompts\",\"step\":\"l-1\",\"prompts\":[{\"text\":\"Code: \",\"echo\":false}],\"key\":\""
                        + SealedAnswers.text(keeper.getPublic()) + "\"}"));

        CommandLineRun login = CommandLineRun.of(folder, Map.of("DIAMOND_URL", gateway.url()), "123456\n", "login",
                "alpha");

        assertThat(login.exit()).isZero();
        assertThat(login.out() + login.err()).contains("Code:", "logged in as alice").doesNotContain("123456");
        JsonNode step = gateway.asked("POST /v1/sites/alpha/login").get(1).json();
        assertThat(step.path("step").asText()).isEqualTo("l-1");
        assertThat(SealedAnswers.open(step.path("answers").asText(), keeper)).containsExactly("123456");
    }

    @Test
    void filesGoUp() throws IOException {
        Files.writeString(folder.resolve("a.txt"), "hello");
        gateway.on("PUT /v1/workspaces/demo/files/x/a.txt",
                "{\"uri\":\"ws://demo/x/a.txt\",\"size\":5,\"sha256\":\"" + Answers.HELLO_SHA256 + "\"}");

        CommandLineRun put = run("files", "put", "a.txt", "ws://demo/x/");

        assertThat(put.exit()).isZero();
        assertThat(put.out()).contains("ws://demo/x/a.txt", "5 B", "verified");
        assertThat(Sha256.of(gateway.asked("PUT /v1/workspaces/demo/files/x/a.txt").getFirst().body()))
                .isEqualTo(Answers.HELLO_SHA256);
    }

    @Test
    void taskPageSaysWhyItFailed() {
        gateway.on("GET " + TASK, Answers.task("FAILED", 9));

        CommandLineRun page = run("task", Answers.TASK);

        assertThat(page.out()).contains("alpha/batch as alice: earliest predicted completion", "exit code 3",
                "SCHEDULER_JOB_FAILED", "logs TASK", "out.csv", "3.0s running");
    }

    @Test
    void completionIsSourcedByBash() throws Exception {
        CommandLineRun completion = run("completion", "bash");
        Path script = Files.writeString(folder.resolve("c.sh"), completion.out() + """
                COMP_WORDS=(diamond wa); COMP_CWORD=1
                _complete_diamond
                printf '%s\\n' "${COMPREPLY[@]}"
                """);

        Process bash = new ProcessBuilder("bash", script.toString()).redirectErrorStream(true).start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(bash.waitFor()).as(said).isZero();
        assertThat(said.lines()).contains("wait", "watch");
    }
}
