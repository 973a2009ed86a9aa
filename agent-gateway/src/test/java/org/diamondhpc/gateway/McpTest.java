package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.diamondhpc.gateway.skill.SkillForms;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.Test;

/** Both lanes of {@code /mcp}, message by message. */
@QuarkusTest
class McpTest extends GatewayTest {
    private static final String ACCEPT = "application/json, text/event-stream";
    private static final String TASKS = "{\"extensions\": {\"io.modelcontextprotocol/tasks\": {}}}";

    /** A request of revision 2026-07-28; {@code name} is what its header names, null for none. */
    private Api.Reply ask(Api as, String method, String params, String name, String capabilities) {
        ObjectNode message = (ObjectNode) json("{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"" + method + "\"}");
        ObjectNode body = (ObjectNode) json(params);
        body.withObject("/_meta").put("io.modelcontextprotocol/protocolVersion", "2026-07-28")
                .set("io.modelcontextprotocol/clientCapabilities", json(capabilities));
        message.set("params", body);
        List<String> headers = new ArrayList<>(List.of("Accept", ACCEPT, "MCP-Protocol-Version",
                "2026-07-28", "Mcp-Method", method));
        if (name != null) {
            headers.addAll(List.of("Mcp-Name", name));
        }
        return as.post("/mcp", message, headers.toArray(String[]::new));
    }

    private JsonNode result(String method, String params, String name) {
        Api.Reply reply = ask(alice, method, params, name, "{}");
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.json().at("/result/resultType").asText()).as(reply.text()).isEqualTo("complete");
        return reply.json().path("result");
    }

    private JsonNode tool(String name, String arguments) {
        return result("tools/call", "{\"name\": \"" + name + "\", \"arguments\": " + arguments + "}", name);
    }

    @Test
    void serverTellsWhatItCanDo() {
        JsonNode told = result("server/discover", "{}", null);

        assertThat(told.path("supportedVersions").toString()).isEqualTo("[\"2026-07-28\"]");
        assertThat(told.at("/capabilities/extensions").has("io.modelcontextprotocol/tasks")).isTrue();
        assertThat(told.at("/_meta/io.modelcontextprotocol~1serverInfo/name").asText()).isEqualTo("diamond");
        assertThat(told.path("ttlMs").asInt()).isPositive();
    }

    @Test
    void toolsAreTheSkills() {
        JsonNode skills = alice.get("/v1/skills").json().path("items");

        JsonNode tools = result("tools/list", "{}", null).path("tools");

        assertThat(tools.findValuesAsText("name")).containsAll(skills.findValuesAsText("name"));
        JsonNode submit = StreamSupport.stream(tools.spliterator(), false)
                .filter(t -> t.path("name").asText().equals("submit_task")).findFirst().orElseThrow();
        assertThat(submit.at("/inputSchema/properties/spec/properties/executable").isObject()).isTrue();
        assertThat(submit.at("/inputSchema").has("$id")).isFalse();
        assertThat(submit.at("/outputSchema/$defs/task").isObject()).isTrue();
        assertThat(submit.at("/annotations/readOnlyHint").asBoolean(true)).isFalse();
    }

    @Test
    void toolAnswersInStructureAndInText() {
        JsonNode answer = tool("submit_task", "{\"spec\": " + SLEEP + "}");

        assertThat(answer.path("isError").asBoolean(true)).isFalse();
        assertThat(SkillForms.violations("submit_task", answer.path("structuredContent"))).isEmpty();
        assertThat(json(answer.at("/content/0/text").asText())).isEqualTo(answer.path("structuredContent"));
    }

    @Test
    void whatGoesWrongIsForTheModelToRead() {
        JsonNode answer = tool("submit_task", "{\"spec\": {\"executable\": 7}, \"waitSeconds\": 600}");

        assertThat(answer.path("isError").asBoolean()).isTrue();
        assertThat(answer.at("/content/0/text").asText()).startsWith("INVALID_REQUEST: ").contains(" — ")
                .contains("/spec/executable", "/waitSeconds");
        assertThat(answer.at("/_meta/org.diamondhpc~1problem/violations")).hasSizeGreaterThan(1);
        assertThat(ask(alice, "tools/call", "{\"name\": \"make_coffee\"}", "make_coffee", "{}").json()
                .at("/error/code").asInt()).isEqualTo(-32602);
    }

    @Test
    void requestsThatContradictThemselvesAreRefused() {
        assertThat(ask(alice, "tools/call", "{\"name\": \"list_tasks\"}", "get_task", "{}").json().at("/error/code")
                .asInt()).isEqualTo(-32020);
        assertThat(ask(alice, "tools/call", "{\"name\": \"list_tasks\"}", null, "{}").status()).isEqualTo(400);
        assertThat(ask(alice, "tools/call", "{\"name\": \"list_tasks\"}", "=?base64?bGlzdF90YXNrcw==?=", "{}").status())
                .isEqualTo(200);
        assertThat(ask(alice, "tools/brew", "{}", null, "{}").status()).isEqualTo(404);
        Api.Reply bare = alice.post("/mcp", "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\"}", "Accept",
                ACCEPT, "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list");
        assertThat(bare.status()).isEqualTo(400);
        assertThat(bare.json().at("/error/code").asInt()).isEqualTo(-32602);
        Api.Reply later = alice.post("/mcp", """
                {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {
                 "io.modelcontextprotocol/protocolVersion": "2099-01-01",
                 "io.modelcontextprotocol/clientCapabilities": {}}}}""", "Accept", ACCEPT,
                "MCP-Protocol-Version", "2099-01-01", "Mcp-Method", "tools/list");
        assertThat(later.status()).isEqualTo(400);
        assertThat(later.json().at("/error/code").asInt()).isEqualTo(-32022);
        assertThat(later.json().at("/error/data/supported/0").asText()).isEqualTo("2026-07-28");
    }

    @Test
    void aCallThatWouldWaitForAJobAnswersAHandleWhoseResultComesWithItsEnd() {
        String arguments = "{\"spec\": " + SLEEP + ", \"waitSeconds\": 50}";
        JsonNode handle = ask(alice, "tools/call", "{\"name\": \"submit_task\", \"arguments\": " + arguments + "}",
                "submit_task", TASKS).json().path("result");
        String task = handle.path("taskId").asText();
        JsonNode before = ask(alice, "tasks/get", "{\"taskId\": \"" + task + "\"}", task, TASKS).json().path("result");
        say(steps(task).all(JobEnd.COMPLETED));
        awaitState(task, "SUCCEEDED");

        JsonNode after = ask(alice, "tasks/get", "{\"taskId\": \"" + task + "\"}", task, TASKS).json().path("result");

        assertThat(handle.path("resultType").asText()).isEqualTo("task");
        assertThat(handle.path("ttlMs").isNull()).isTrue();
        assertThat(before.path("status").asText()).isEqualTo("working");
        assertThat(before.path("resultType").asText()).isEqualTo("complete");
        assertThat(after.path("status").asText()).isEqualTo("completed");
        assertThat(after.at("/result/structuredContent/task/state").asText()).isEqualTo("SUCCEEDED");
        assertThat(SkillForms.violations("submit_task", after.at("/result/structuredContent"))).isEmpty();
    }

    @Test
    void handlesAreCancelledAndBelongToTheirTenant() {
        String task = submit(SLEEP);
        String params = "{\"taskId\": \"" + task + "\"}";

        assertThat(ask(bob, "tasks/get", params, task, TASKS).json().at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(ask(alice, "tasks/get", params, task, "{}").json().at("/error/code").asInt()).isEqualTo(-32021);
        assertThat(ask(alice, "tasks/update", "{\"taskId\": \"" + task + "\", \"inputResponses\": {}}", task, TASKS)
                .status()).isEqualTo(200);
        assertThat(ask(api("viewer-token"), "tasks/cancel", params, task, TASKS).json().has("error")).isTrue();
        assertThat(ask(alice, "tasks/cancel", params, task, TASKS).json().at("/result/resultType").asText())
                .isEqualTo("complete");
        assertThat(alice.get("/v1/tasks/" + task).json().path("cancelRequested").asBoolean()).isTrue();
        assertThat(ask(alice, "tasks/get", "{\"taskId\": \"nonsense\"}", "nonsense", TASKS).json().at("/error/code")
                .asInt()).isEqualTo(-32602);
    }

    @Test
    void sameKeyMakesOneTaskOnEveryEdge() {
        String key = UUID.randomUUID().toString();
        String first = alice.post("/v1/skills/submit_task", "{\"spec\": " + SLEEP + "}", "Idempotency-Key", key).json()
                .at("/task/id").asText();

        JsonNode second = result("tools/call", "{\"name\": \"submit_task\", \"arguments\": {\"spec\": " + SLEEP
                + "}, \"_meta\": {\"org.diamondhpc/idempotencyKey\": \"" + key + "\"}}", "submit_task");

        assertThat(second.at("/structuredContent/task/id").asText()).isEqualTo(first).isNotEmpty();
    }

    @Test
    void resourcesAndPromptsAreServed() {
        String task = submit(SLEEP);

        JsonNode read = result("resources/read", "{\"uri\": \"diamond://tasks/" + task + "\"}",
                "diamond://tasks/" + task);

        assertThat(json(read.at("/contents/0/text").asText()).at("/task/id").asText()).isEqualTo(task);
        assertThat(read.path("cacheScope").asText()).isEqualTo("private");
        assertThat(result("resources/list", "{}", null).at("/resources/0/uri").asText()).isEqualTo("diamond://sites");
        assertThat(result("resources/templates/list", "{}", null).path("resourceTemplates")).hasSize(4);
        assertThat(result("resources/read", "{\"uri\": \"diamond://skills/park\"}", "diamond://skills/park")
                .at("/contents/0/text").asText()).startsWith("# Sleep");
        for (String uri : List.of("diamond://tasks/t-00000000none", "diamond://tasks", "file:///etc/passwd",
                "diamond://sites/../x")) {
            assertThat(ask(alice, "resources/read", "{\"uri\": \"" + uri + "\"}", uri, "{}").json().at("/error/code")
                    .asInt()).as(uri).isEqualTo(-32602);
        }
        assertThat(ask(bob, "resources/read", "{\"uri\": \"diamond://tasks/" + task + "\"}", "diamond://tasks/" + task,
                "{}").json().has("error")).isTrue();
        assertThat(result("prompts/get", "{\"name\": \"explain_failure\", \"arguments\": {\"task\": \"t-1\"}}",
                "explain_failure").at("/messages/0/content/text").asText()).contains("why task t-1 failed");
        assertThat(ask(alice, "prompts/get", "{\"name\": \"explain_failure\"}", "explain_failure", "{}").json()
                .at("/error/code").asInt()).isEqualTo(-32602);
    }

    @Test
    void nobodyIsServedWithoutATokenAndIsToldWhereTokensAre() {
        Api.Reply stateless = ask(api(null), "tools/list", "{}", null, "{}");
        Api.Reply session = api("wrong").post("/mcp", initialize(), "Accept", ACCEPT);

        assertThat(stateless.status()).isEqualTo(401);
        assertThat(stateless.header("www-authenticate")).matches(
                "Bearer resource_metadata=\"http://[^\"]+/\\.well-known/oauth-protected-resource\"");
        assertThat(session.status()).isEqualTo(401);
        JsonNode metadata = api(null).get("/.well-known/oauth-protected-resource").json();
        assertThat(metadata.path("resource").asText()).isEqualTo(uri.toString().replaceAll("/$", "") + "/mcp");
        assertThat(metadata.at("/authorization_servers/0").asText()).isEqualTo("https://login.example.org");
        assertThat(api(null).get("/.well-known/oauth-protected-resource/mcp").json()).isEqualTo(metadata);
    }

    @Test
    void pagesOfOtherOriginsAreRefused() {
        assertThat(alice.post("/mcp", initialize(), "Accept", ACCEPT, "Origin", "https://evil.example").status())
                .isEqualTo(403);
        assertThat(alice.post("/mcp", initialize(), "Accept", ACCEPT, "Origin", "null").status()).isEqualTo(403);
        assertThat(alice.post("/mcp", initialize(), "Accept", ACCEPT, "Origin", "http://localhost:3000").status())
                .isEqualTo(200);
    }

    @Test
    void clientsWithASessionAreServedAsWell() {
        Api.Reply begun = alice.post("/mcp", initialize(), "Accept", ACCEPT);
        String session = begun.header("mcp-session-id");
        String call = """
                {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_tasks",
                 "arguments": {"limit": 1, "states": ["QUEUED"]}}}""";
        alice.post("/mcp", "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}", "Accept", ACCEPT,
                "Mcp-Session-Id", session);

        Api.Reply called = alice.post("/mcp", call, "Accept", ACCEPT, "Mcp-Session-Id", session);

        assertThat(begun.status()).as(begun.text()).isEqualTo(200);
        assertThat(begun.text()).contains("2025-11-25");
        assertThat(called.text()).contains("structuredContent").contains("\"tasks\"");
        Api.Reply viewer = api("viewer-token").post("/mcp", call.replace("list_tasks", "cancel_task")
                .replace("{\"limit\": 1, \"states\": [\"QUEUED\"]}", "{\"task\": \"" + submit(SLEEP) + "\"}"), "Accept",
                ACCEPT, "Mcp-Session-Id", session);
        assertThat(viewer.text()).contains("AUTH_FORBIDDEN");
    }

    @Test
    void changesOfTasksAndSessionsArePushedAndNothingElse() throws Exception {
        String task = submit(SLEEP);
        String session = session();
        String foreign = bob.post("/v1/sessions", "{}").json().path("id").asText();
        String message = """
                {"jsonrpc": "2.0", "id": "sub-1", "method": "subscriptions/listen", "params": {"_meta": {
                 "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                 "io.modelcontextprotocol/clientCapabilities": %s}, "notifications": {"toolsListChanged": true,
                 "taskIds": ["%s"], "resourceSubscriptions": ["diamond://sessions/%s", "diamond://sessions/%s",
                 "diamond://skills/park"]}}}""".formatted(TASKS, task, session, foreign);
        BlockingQueue<JsonNode> heard = new LinkedBlockingQueue<>();
        try (Stream<String> lines = alice.postStream("/mcp", message, "Accept", ACCEPT, "MCP-Protocol-Version",
                "2026-07-28", "Mcp-Method", "subscriptions/listen")) {
            Thread reader = Thread.ofVirtual().start(() -> lines.filter(l -> l.startsWith("data: "))
                    .forEach(l -> heard.add(json(l.substring(6)))));
            JsonNode agreed = heard.poll(5, TimeUnit.SECONDS);

            alice.send("PATCH", "/v1/sessions/" + session, "{\"notes\": {\"a\": 1}}".getBytes(StandardCharsets.UTF_8));
            JsonNode changed = heard.poll(5, TimeUnit.SECONDS);
            say(steps(task).all(JobEnd.COMPLETED));

            assertThat(agreed.at("/params/notifications").toString()).isEqualTo(
                    "{\"resourceSubscriptions\":[\"diamond://sessions/" + session + "\"],\"taskIds\":[\"" + task + "\"]}");
            assertThat(agreed.at("/params/_meta/io.modelcontextprotocol~1subscriptionId").asText()).isEqualTo("sub-1");
            assertThat(changed.at("/params/uri").asText()).isEqualTo("diamond://sessions/" + session);
            JsonNode last = heard.poll(10, TimeUnit.SECONDS);
            while (!last.at("/params/status").asText().equals("completed")) {
                assertThat(last.path("method").asText()).isEqualTo("notifications/tasks");
                last = heard.poll(10, TimeUnit.SECONDS);
            }
            assertThat(last.at("/params/result/structuredContent/task/state").asText()).isEqualTo("SUCCEEDED");
            assertThat(heard.poll(2, TimeUnit.SECONDS)).as("nothing without a change").isNull();
            reader.interrupt();
        }
    }

    private static String initialize() {
        return """
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
                 "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}""";
    }

    private static JsonNode json(String text) {
        try {
            return DiamondJson.json().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
