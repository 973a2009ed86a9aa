package org.diamondhpc.bench.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.ground.Gateway;

/** A usual tool-calling loop in a process of its own: it looks at the job, and again after a while, until it is over. */
final class PollingAgent {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LOOK = "get_task";
    private static final int MOST_QUESTIONS = 200;

    private final Gateway gateway;
    private final URI model;
    private final JsonNode like;
    private final Duration pause;
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** @param like a question of the hosted agent, whose prompt and tools this one gets as well */
    PollingAgent(Gateway gateway, String model, JsonNode like, Duration pause) {
        this.gateway = gateway;
        this.model = URI.create(model + "/v1/chat/completions");
        this.like = like;
        this.pause = pause;
    }

    /**
     * What came of a goal.
     *
     * @param looks how often it looked at the job
     */
    record Came(String answer, int questions, int looks) {
    }

    Came work(String goal) throws InterruptedException {
        ObjectNode body = JSON.createObjectNode().put("model", "polling").put("max_tokens", 4096);
        ArrayNode messages = body.putArray("messages");
        messages.add(like.at("/messages/0"));
        messages.addObject().put("role", "user").put("content", goal);
        body.set("tools", like.path("tools"));
        int looks = 0;
        for (int question = 1; question <= MOST_QUESTIONS; question++) {
            JsonNode message = ask(body).at("/choices/0/message");
            messages.add(message);
            if (!message.has("tool_calls")) {
                return new Came(message.path("content").asText(), question, looks);
            }
            for (JsonNode call : message.path("tool_calls")) {
                String tool = call.at("/function/name").asText();
                if (tool.equals(LOOK)) {
                    looks++;
                    Thread.sleep(pause);
                }
                messages.addObject().put("role", "tool").put("tool_call_id", call.path("id").asText())
                        .put("content", result(tool, call.at("/function/arguments").asText()));
            }
        }
        throw new BenchFailed("the polling agent does not come to an end");
    }

    private String result(String tool, String arguments) throws InterruptedException {
        ObjectNode marked = JSON.createObjectNode().put("trusted", false);
        return marked.set("answer", gateway.post("/v1/skills/" + tool, json(arguments))).toString();
    }

    private JsonNode ask(JsonNode body) throws InterruptedException {
        try {
            HttpResponse<String> answer = http.send(HttpRequest.newBuilder(model).header("Content-Type",
                    "application/json").POST(HttpRequest.BodyPublishers.ofString(body.toString())).build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new BenchFailed("the model answered " + answer.statusCode() + ": " + answer.body());
            }
            return json(answer.body());
        } catch (IOException e) {
            throw new BenchFailed("the model does not answer", e);
        }
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new BenchFailed("not JSON: " + text, e);
        }
    }
}
