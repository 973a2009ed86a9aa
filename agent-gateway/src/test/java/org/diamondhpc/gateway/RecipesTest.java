package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.junit.QuarkusTest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recipes of the guide, run as they lie there. */
@QuarkusTest
class RecipesTest extends GatewayTest {
    private static final Path RECIPES = Path.of("../docs/guides/recipes");
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    @TempDir
    Path folder;
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        for (Process process : started) {
            kill(process);
        }
    }

    @Test
    void shellLoopGoesOnAfterItsCursorWhenItIsStartedAgain() throws Exception {
        require("curl");
        String session = session();
        wake(session);
        Process first = loop(session);
        await().until(() -> handled().size() == 1 && acked(session) == 1);
        kill(first);
        wake(session);

        loop(session);

        await().until(() -> handled().size() == 2 && acked(session) == 2);
        assertThat(handled()).containsExactly(1L, 2L);
    }

    @Test
    void shellLoopHandlesAWakeAgainThatWasNotHandledWell() throws Exception {
        require("curl");
        String session = session();
        wake(session);
        Path once = folder.resolve("failed-once");

        start(List.of("sh", RECIPES.resolve("wakes.sh").toString(), session, "sh", "-c",
                "cat >> '" + folder.resolve("handled") + "'; echo >> '" + folder.resolve("handled") + "'; [ -e '" + once
                        + "' ] || { touch '" + once + "'; exit 1; }"));

        await().atMost(Duration.ofSeconds(15)).until(() -> acked(session) == 1);
        assertThat(handled()).containsExactly(1L, 1L);
    }

    @Test
    void pythonReceiverTakesWhatIsSignedOnceAndNothingElse() throws Exception {
        require("python3");
        Path secret = Files.writeString(folder.resolve("secret"), SECRET + "\n");
        Path spool = folder.resolve("spool");
        Process receiver = start(List.of("python3", RECIPES.resolve("webhook_receiver.py").toString(),
                secret.toString(), spool.toString(), "0"));
        BufferedReader words = receiver.inputReader();
        String line = words.readLine();
        assertThat(line).startsWith("listening on ");
        String url = line.substring("listening on ".length());
        String session = session();
        String hooks = "/v1/sessions/" + session + "/webhooks";
        Api.Reply hook = alice.post(hooks, "{\"url\": \"" + url + "\", \"secret\": \"" + SECRET + "\"}");
        assertThat(hook.status()).as(hook.text()).isEqualTo(201);
        assertThat(hook.json().has("secret")).isFalse();

        wake(session);
        wake(session);

        String path = hooks + "/" + hook.json().path("id").asText();
        await().until(() -> alice.get(path).json().path("delivered").asLong() == 2);
        alice.post(path + "/redeliver", "{\"after\": 0}");
        await().until(() -> alice.get(path).json().path("delivered").asLong() == 2);
        assertThat(forged(url)).isEqualTo(401);
        assertThat(Files.readAllLines(spool)).extracting(l -> json(l).path("data").path("number").asLong())
                .containsExactly(1L, 2L);
    }

    @Test
    void langGraphSleepsWithoutAProcessAndGoesOnWithTheWake() throws Exception {
        List<String> node = node("langgraph_wake.mjs");
        String session = session();
        String study = folder.resolve("study.json").toString();

        Ran begun = ran(Map.of("STUDY_FILE", study), "", with(node, "start", session));
        String task = taskOf(session);
        say(steps(task).all(JobEnd.COMPLETED));
        await().until(() -> wakes(session).size() == 1);
        String wake = alice.get("/v1/sessions/" + session + "/wakes?after=0").text();
        Ran woken = ran(Map.of("STUDY_FILE", study), wake, with(node, "resume", session));
        Ran again = ran(Map.of("STUDY_FILE", study), wake, with(node, "resume", session));

        assertThat(begun).isEqualTo(new Ran(0, ""));
        assertThat(woken.said()).contains("SUCCEEDED");
        assertThat(again).isEqualTo(new Ran(0, ""));
        assertThat(alice.get("/v1/tasks?session=" + session).json().path("items")).hasSize(1);
    }

    @Test
    void openAiAgentsTakeATurnForTheGoalAndOneForTheWake() throws Exception {
        List<String> node = node("openai_agents_wake.mjs");
        String session = session();
        try (ScriptedModel model = new ScriptedModel(messages -> turn(messages, session))) {
            Map<String, String> environment = Map.of("OPENAI_BASE_URL", model.url(), "OPENAI_API_KEY", "none", "MODEL", "script",
                    "CONVERSATION_FILE", folder.resolve("conversation.json").toString());

            Ran parked = ran(environment, "", with(node, session, "Run /bin/hostname."));
            String task = taskOf(session);
            say(steps(task).all(JobEnd.COMPLETED));
            await().until(() -> wakes(session).size() == 1);
            Ran woken = ran(environment, alice.get("/v1/sessions/" + session + "/wakes?after=0").text(), with(node, session));

            assertThat(parked.said()).as(errors()).contains("parked");
            assertThat(woken.said()).as(errors()).contains("done").contains(task);
            assertThat(model.asked().getFirst().path("tools").findValuesAsText("name")).contains("submit_task", "park");
            assertThat(model.asked()).hasSize(4);
        }
    }

    /** Submits, parks for what was submitted, says so; and when woken says what it was woken with. */
    private static ObjectNode turn(JsonNode messages, String session) {
        JsonNode last = messages.get(messages.size() - 1);
        ObjectNode input = JsonNodeFactory.instance.objectNode().put("session", session);
        String text = last.path("content").isTextual() ? last.path("content").asText() : last.path("content").toString();
        if (last.path("role").asText().equals("user")) {
            if (text.startsWith("You were woken")) {
                return ScriptedModel.says("done: " + text);
            }
            input.putObject("spec").put("executable", "/bin/hostname");
            return ScriptedModel.calls("submit_task", input);
        }
        Matcher task = Pattern.compile("t-[a-z0-9]{24}").matcher(text);
        if (last.path("tool_call_id").asText().equals("call-submit_task") && task.find()) {
            input.putArray("tasks").add(task.group());
            return ScriptedModel.calls("park", input);
        }
        return ScriptedModel.says("parked");
    }

    private record Ran(int exit, String said) {
    }

    private Ran ran(Map<String, String> environment, String in, List<String> command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(folder.resolve("err").toFile());
        builder.environment().put("DIAMOND_URL", uri.toString().replaceAll("/$", ""));
        builder.environment().put("DIAMOND_TOKEN", "alice-token");
        builder.environment().putAll(environment);
        Process process = builder.start();
        started.add(process);
        try (OutputStream to = process.getOutputStream()) {
            to.write(in.getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.waitFor(), said);
    }

    private String errors() throws IOException {
        return Files.readString(folder.resolve("err"));
    }

    private JsonNode wakes(String session) {
        return alice.get("/v1/sessions/" + session + "/wakes?after=0").json().path("items");
    }

    private String taskOf(String session) throws IOException {
        JsonNode tasks = alice.get("/v1/tasks?session=" + session).json().path("items");
        assertThat(tasks).as(errors()).hasSize(1);
        return tasks.get(0).path("id").asText();
    }

    private static List<String> with(List<String> command, String... more) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(more));
        return all;
    }

    /** Installs what the recipes' lock file names, once; skips the test where that cannot be had. */
    private static List<String> node(String recipe) throws Exception {
        require("node");
        Path installed = Files.createDirectories(Path.of("target/recipes").toAbsolutePath());
        Path lock = installed.resolve("package-lock.json");
        boolean fresh = Files.exists(lock) && Files.mismatch(lock, RECIPES.resolve("package-lock.json")) < 0
                && Files.exists(installed.resolve("node_modules"));
        for (String file : List.of("package.json", "package-lock.json", recipe)) {
            Files.copy(RECIPES.resolve(file), installed.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        if (!fresh) {
            Process npm = new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
                    .directory(installed.toFile()).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            assumeTrue(npm.waitFor(3, TimeUnit.MINUTES) && npm.exitValue() == 0, "npm cannot install what recipes need");
        }
        return List.of("node", installed.resolve(recipe).toString());
    }

    private static int forged(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("webhook-id", "s-0-9").header("webhook-timestamp",
                        Long.toString(System.currentTimeMillis() / 1000)).header("webhook-signature", "v1,AAAA")
                .POST(HttpRequest.BodyPublishers.ofString("{}")).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private Process loop(String session) throws IOException {
        return start(List.of("sh", RECIPES.resolve("wakes.sh").toString(), session, "sh", "-c",
                "cat >> '" + folder.resolve("handled") + "'; echo >> '" + folder.resolve("handled") + "'"));
    }

    private Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(folder.resolve("err").toFile());
        builder.environment().put("DIAMOND_URL", uri.toString().replaceAll("/$", ""));
        builder.environment().put("DIAMOND_TOKEN", "alice-token");
        builder.environment().put("WAKES_CURSOR", folder.resolve("cursor").toString());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private static void kill(Process process) throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }

    private List<Long> handled() throws IOException {
        Path file = folder.resolve("handled");
        return !Files.exists(file) ? List.of() : Files.readAllLines(file).stream().filter(l -> !l.isBlank())
                .map(l -> json(l).path("items").get(0).path("number").asLong()).toList();
    }

    private long acked(String session) {
        return alice.get("/v1/sessions/" + session).json().path("acked").asLong();
    }

    private void wake(String session) {
        String task = submit(SLEEP);
        say(steps(task).all(JobEnd.COMPLETED));
        awaitState(task, "SUCCEEDED");
        assertThat(alice.post("/v1/sessions/" + session + "/waits", "{\"tasks\": [\"" + task + "\"]}").status())
                .isEqualTo(201);
    }

    private static JsonNode json(String line) {
        try {
            return DiamondJson.json().readTree(line);
        } catch (IOException e) {
            throw new IllegalStateException(line, e);
        }
    }

    private static void require(String program) throws InterruptedException {
        boolean there;
        try {
            there = new ProcessBuilder(program, "--version").redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            there = false;
        }
        assumeTrue(there, program + " is not installed");
    }
}
