package org.diamondhpc.globus.simulator;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.diamondhpc.globus.simulator.auth.Scope;
import org.diamondhpc.globus.simulator.model.ClientCredentials;
import org.diamondhpc.globus.simulator.model.CollectionSpec;

/** Speaks to a simulator over HTTP as a plain client does. */
final class Client {
    static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI url;
    private final ClientCredentials credentials;
    private String token = "none";

    record Answer(int status, JsonNode body, HttpResponse<String> response) {
        String code() {
            return body.path("code").asText();
        }
    }

    Client(GlobusSimulator simulator) {
        this(simulator, simulator.client());
    }

    Client(GlobusSimulator simulator, ClientCredentials credentials) {
        this.url = simulator.transferUrl();
        this.credentials = credentials;
    }

    /** With consent for the collections that need it. */
    Client loggedIn(CollectionSpec... collections) {
        String dependencies = Arrays.stream(collections).filter(CollectionSpec::needsDataAccess)
                .map(c -> "*" + Scope.dataAccess(c.id())).collect(Collectors.joining(" "));
        token = token(Map.of("grant_type", "client_credentials", "scope",
                Scope.TRANSFER + (dependencies.isEmpty() ? "" : "[" + dependencies + "]"))).body()
                .get("access_token").textValue();
        return this;
    }

    String token() {
        return token;
    }

    void use(String other) {
        token = other;
    }

    Answer token(Map<String, String> form) {
        return auth("token", form);
    }

    Answer auth(String call, Map<String, String> form) {
        String pair = credentials.id() + ":" + credentials.secret();
        return send(HttpRequest.newBuilder(url.resolve("v2/oauth2/" + call))
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form.entrySet().stream()
                        .map(e -> e.getKey() + "=" + encoded(e.getValue())).collect(Collectors.joining("&")))));
    }

    Answer get(String path) {
        return send(transfer(path).GET());
    }

    Answer post(String path, JsonNode body) {
        return send(transfer(path).POST(HttpRequest.BodyPublishers.ofString(body == null ? "" : body.toString())));
    }

    Answer put(String path, JsonNode body) {
        return send(transfer(path).PUT(HttpRequest.BodyPublishers.ofString(body.toString())));
    }

    private HttpRequest.Builder transfer(String path) {
        return HttpRequest.newBuilder(url.resolve("v0.10/" + path)).header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json");
    }

    private Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = http.send(request.timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), JSON.readTree(response.body()), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static ObjectNode transfer(CollectionSpec from, CollectionSpec to, String source, String destination) {
        ObjectNode document = JSON.createObjectNode().put("DATA_TYPE", "transfer")
                .put("submission_id", UUID.randomUUID().toString()).put("source_endpoint", from.id())
                .put("destination_endpoint", to.id());
        document.putArray("DATA").addObject().put("DATA_TYPE", "transfer_item").put("source_path", source)
                .put("destination_path", destination);
        return document;
    }

    static ObjectNode transfer(CollectionSpec from, CollectionSpec to, String source, String destination,
            Consumer<ObjectNode> more) {
        ObjectNode document = transfer(from, to, source, destination);
        more.accept(document);
        return document;
    }

    static ObjectNode delete(CollectionSpec at, String path, Consumer<ObjectNode> more) {
        ObjectNode document = JSON.createObjectNode().put("DATA_TYPE", "delete")
                .put("submission_id", UUID.randomUUID().toString()).put("endpoint", at.id());
        document.putArray("DATA").addObject().put("DATA_TYPE", "delete_item").put("path", path);
        more.accept(document);
        return document;
    }

    /** @return the task's id */
    String submit(ObjectNode document) {
        Answer answer = post(document.get("DATA_TYPE").textValue(), document);
        if (answer.status() != 200) {
            throw new AssertionError(answer.status() + " " + answer.body());
        }
        return answer.body().get("task_id").textValue();
    }

    JsonNode task(String id) {
        return get("task/" + id).body();
    }

    /** The task's document once it says so. */
    JsonNode awaitTask(String id, String field, String value) {
        return await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(100))
                .until(() -> task(id), t -> value.equals(t.path(field).asText()));
    }

    JsonNode succeeded(String id) {
        return awaitTask(id, "status", "SUCCEEDED");
    }

    List<String> events(String id) {
        return get("task/" + id + "/event_list?limit=1000").body().get("DATA").findValuesAsText("code");
    }
}
