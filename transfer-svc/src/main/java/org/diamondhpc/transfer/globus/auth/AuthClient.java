package org.diamondhpc.transfer.globus.auth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.diamondhpc.transfer.globus.api.GlobusError;
import org.diamondhpc.transfer.globus.api.GlobusError.Fault;
import org.diamondhpc.transfer.globus.api.GlobusException;
import org.diamondhpc.transfer.globus.api.GlobusJson;

/** The token endpoint of Globus Auth. Nothing of what is sent or received gets into a message. */
public final class AuthClient {
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final int FIRST_FAILURE = 300;
    private static final int FIRST_SERVER_FAILURE = 500;
    private static final int TOO_MANY = 429;
    private static final String RESOURCE = "transfer.api.globus.org";

    private final HttpClient http;
    private final URI endpoint;

    public AuthClient(HttpClient http, URI base) {
        this.http = http;
        this.endpoint = URI.create(base.toString().replaceFirst("/+$", "") + "/v2/oauth2/token");
    }

    /**
     * @param refreshToken null where the answer had none
     */
    public record Answer(String accessToken, String refreshToken, Duration life) {
        @Override
        public String toString() {
            return "Answer[life=" + life + "]";
        }
    }

    /**
     * @param scope what a client asks for itself; a refresh token has its own
     * @param refresh the refresh token in use; null for a client's own credentials
     * @throws GlobusException {@code Unauthenticated} where the credentials are no good, {@code Away} for passing trouble
     */
    public Answer token(Grant grant, String scope, String refresh) {
        Map<String, String> form = new LinkedHashMap<>();
        switch (grant) {
            case Grant.ClientCredentials own -> {
                form.put("grant_type", "client_credentials");
                form.put("scope", scope);
            }
            case Grant.RefreshToken person -> {
                form.put("grant_type", "refresh_token");
                form.put("refresh_token", refresh);
            }
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint).timeout(ANSWER)
                .header("Content-Type", "application/x-www-form-urlencoded").header("Accept", "application/json");
        if (grant.secretFile().isPresent()) {
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(
                    (grant.clientId() + ":" + secret(grant.secretFile().get())).getBytes(StandardCharsets.UTF_8)));
        } else {
            form.put("client_id", grant.clientId());
        }
        String body = form.entrySet().stream().map(e -> e.getKey() + "="
                + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8)).collect(Collectors.joining("&"));
        return answer(send(request.POST(BodyPublishers.ofString(body)).build()));
    }

    /** @throws GlobusException {@code Refused} where the file cannot be read */
    static String secret(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new GlobusException(new GlobusError.Unauthenticated(new Fault(0, "SecretFile",
                    file + " cannot be read", null)), e);
        }
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw failure(0, "NetworkError", e.getClass().getSimpleName() + " on the way to " + endpoint.getHost());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(0, "NetworkError", "interrupted");
        }
    }

    private static Answer answer(HttpResponse<String> response) {
        JsonNode json;
        try {
            json = GlobusJson.tree(response.body());
        } catch (JsonProcessingException e) {
            json = null;
        }
        if (response.statusCode() >= FIRST_FAILURE) {
            String code = json == null ? "" : json.path("error").asText("");
            throw failure(response.statusCode(), code.isEmpty() ? "HTTP" + response.statusCode() : code,
                    json == null ? "" : json.path("error_description").asText("Globus Auth gives no token"));
        }
        JsonNode found = json;
        for (JsonNode other : json == null ? java.util.List.<JsonNode>of() : json.path("other_tokens")) {
            // which of several tokens stands outside is not said
            found = RESOURCE.equals(other.path("resource_server").asText()) ? other : found;
        }
        if (found == null || !found.path("access_token").isTextual()) {
            throw failure(0, "UnreadableAnswer", "Globus Auth's answer has no token");
        }
        return new Answer(found.path("access_token").asText(), found.path("refresh_token").asText(null),
                Duration.ofSeconds(Math.max(1, found.path("expires_in").asLong(1))));
    }

    private static GlobusException failure(int status, String code, String message) {
        Fault fault = new Fault(status, code, message, null);
        return new GlobusException(status == 0 || status >= FIRST_SERVER_FAILURE || status == TOO_MANY
                ? new GlobusError.Away(fault, null) : new GlobusError.Unauthenticated(fault));
    }
}
