package org.diamondhpc.model.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** It refuses what real endpoints refuse, and answers in their form. */
class ScriptedModelTest {
    private static final String CALL = """
            {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function":
             {"name": "look", "arguments": "%s"}}]}""";
    private static final String USE = """
            {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "look", "input": {}}]}""";
    private static final String USER = "{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"hi\"}]}";

    private final ScriptedModel model = new ScriptedModel(0, q -> Answer.call("look", "{\"at\": 1}").and("look", "{}"));
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        model.close();
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(model.address() + path))
                .header("anthropic-version", "2023-06-01").POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> openai(String messages) throws Exception {
        return post("/v1/chat/completions", "{\"model\": \"m\", \"max_tokens\": 9, \"messages\": [" + messages + "]}");
    }

    private HttpResponse<String> anthropic(String messages) throws Exception {
        return post("/v1/messages", "{\"model\": \"m\", \"max_tokens\": 9, \"messages\": [" + messages + "]}");
    }

    @Test
    void callWithoutItsResultIsRefusedInBothForms() throws Exception {
        HttpResponse<String> one = openai(CALL.formatted("{}") + ", {\"role\": \"user\", \"content\": \"x\"}");
        HttpResponse<String> other = anthropic(USER + "," + USE + "," + USER);

        assertThat(one.statusCode()).isEqualTo(400);
        assertThat(one.body()).contains("tool_calls", "must be followed");
        assertThat(other.statusCode()).isEqualTo(400);
        assertThat(other.body()).contains("without `tool_result` blocks");
        assertThat(model.refused()).hasSize(2);
        assertThat(model.questions()).isEmpty();
    }

    @Test
    void rolesThatDoNotAlternateAndArgumentsThatAreNoObjectAreRefused() throws Exception {
        assertThat(anthropic(USER + "," + USER).body()).contains("alternate");
        assertThat(openai(CALL.formatted("[1]") + ", {\"role\": \"tool\", \"tool_call_id\": \"a\", \"content\": \"\"}")
                .body()).contains("JSON object");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\": \"object\", \"anyOf\": []}", "{\"type\": \"array\"}"})
    void schemaNoEndpointTakesIsRefused(String schema) throws Exception {
        HttpResponse<String> answer = post("/v1/messages", "{\"model\": \"m\", \"max_tokens\": 9, \"messages\": [" + USER
                + "], \"tools\": [{\"name\": \"look\", \"input_schema\": " + schema + "}]}");

        assertThat(answer.statusCode()).isEqualTo(400);
    }

    @Test
    void severalCallsAreOneAnswerWithIdsAndUsageOfEitherForm() throws Exception {
        JsonNode one = new ObjectMapper().readTree(openai("{\"role\": \"user\", \"content\": \"hi\"}").body());
        JsonNode other = new ObjectMapper().readTree(anthropic(USER).body());

        assertThat(one.at("/choices/0/finish_reason").asText()).isEqualTo("tool_calls");
        assertThat(one.at("/choices/0/message/tool_calls").findValuesAsText("id")).doesNotHaveDuplicates().hasSize(2);
        assertThat(one.at("/usage/prompt_tokens").asLong()).isPositive();
        assertThat(other.path("stop_reason").asText()).isEqualTo("tool_use");
        assertThat(other.at("/content/0/input/at").asInt()).isEqualTo(1);
        assertThat(model.usage().input()).isEqualTo(one.at("/usage/prompt_tokens").asLong()
                + other.at("/usage/input_tokens").asLong());
    }
}
