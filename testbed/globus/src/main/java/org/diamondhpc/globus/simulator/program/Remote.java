package org.diamondhpc.globus.simulator.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.diamondhpc.globus.simulator.auth.Scope;
import org.diamondhpc.globus.simulator.http.Json;

/** The command line's side: it speaks to the running program over HTTP, to Globus's calls as any client does. */
final class Remote {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long LOOK_MILLIS = 200;
    /** Looks in a row, some five seconds, after which trouble counts as lasting. */
    private static final int TROUBLED_LOOKS = 25;

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final StateDirectory.Credentials credentials;

    Remote(StateDirectory.Credentials credentials) {
        this.credentials = credentials;
    }

    /** The answer was not 200. */
    static final class Refused extends IOException {
        private static final long serialVersionUID = 1;

        Refused(String message) {
            super(message);
        }
    }

    JsonNode status() throws IOException, InterruptedException {
        return send("simulator/status", credentials.simulator_token(), null);
    }

    JsonNode fault(List<String> words) throws IOException, InterruptedException {
        ObjectNode body = Json.object();
        body.set("words", Json.texts(words));
        return send("simulator/fault", credentials.simulator_token(), body);
    }

    /**
     * Transfers and waits; what stays in trouble is cancelled, so that it can be asked for again.
     *
     * @param from as {@code SITE:PATH}
     * @return the task's document, of the moment before it was cancelled
     */
    JsonNode copy(String from, String to) throws IOException, InterruptedException {
        String[] source = end(from);
        String[] destination = end(to);
        String token = token(List.of(source[0], destination[0]));
        ObjectNode document = Json.document("transfer").put("source_endpoint", source[0])
                .put("destination_endpoint", destination[0]).put("label", "testbed globus copy")
                .put("submission_id", send("v0.10/submission_id", token, null).get("value").textValue());
        document.putArray("DATA").addObject().put("DATA_TYPE", "transfer_item").put("source_path", source[1])
                .put("destination_path", destination[1]);
        String task = "v0.10/task/" + send("v0.10/transfer", token, document).get("task_id").textValue();
        JsonNode state = send(task, token, null);
        int inTrouble = 0;
        while (state.get("completion_time").isNull() && inTrouble < TROUBLED_LOOKS) {
            Thread.sleep(LOOK_MILLIS);
            state = send(task, token, null);
            inTrouble = state.get("is_ok").asBoolean() ? 0 : inTrouble + 1;
        }
        if (state.get("completion_time").isNull()) {
            send(task + "/cancel", token, Json.object());
        }
        return state;
    }

    private String[] end(String text) throws IOException, InterruptedException {
        String[] parts = text.split(":", 2);
        JsonNode collections = status().get("collections");
        String id = StreamSupport.stream(collections.spliterator(), false)
                .filter(c -> c.get("name").textValue().equals(parts[0])).map(c -> c.get("id").textValue()).findFirst()
                .orElseThrow(() -> new Refused("no collection '" + parts[0] + "'"));
        return new String[] {id, parts.length == 1 ? "/~/" : parts[1]};
    }

    private String token(List<String> collections) throws IOException, InterruptedException {
        Map<String, String> form = Map.of("grant_type", "client_credentials", "scope", Scope.TRANSFER
                + collections.stream().map(c -> "*" + Scope.dataAccess(c)).collect(Collectors.joining(" ", "[", "]")));
        String pair = credentials.client_id() + ":" + credentials.client_secret();
        return answer(HttpRequest.newBuilder(URI.create(credentials.auth_url() + "v2/oauth2/token"))
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form.entrySet().stream().map(e -> e.getKey() + "="
                        + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8)).collect(Collectors.joining("&")))))
                .get("access_token").textValue();
    }

    private JsonNode send(String path, String token, JsonNode body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(credentials.transfer_url() + path))
                .header("Authorization", "Bearer " + token).header("Content-Type", "application/json");
        return answer(body == null ? request.GET() : request.POST(BodyPublishers.ofString(body.toString())));
    }

    private JsonNode answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
        JsonNode body = Json.MAPPER.readTree(response.body());
        if (response.statusCode() != 200) {
            throw new Refused(Arrays.asList("message", "error_description", "error").stream().map(body::path)
                    .filter(n -> !n.isMissingNode()).map(JsonNode::asText).findFirst().orElse(response.body()));
        }
        return body;
    }
}
