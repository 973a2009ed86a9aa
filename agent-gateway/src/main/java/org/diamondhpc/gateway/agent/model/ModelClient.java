package org.diamondhpc.gateway.agent.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.diamondhpc.gateway.agent.domain.Prompt;
import org.diamondhpc.gateway.agent.domain.Reply;
import org.diamondhpc.gateway.webhook.domain.RetryAfter;
import org.diamondhpc.schemas.DiamondJson;

/** Asks a model once. Redirects are not followed: the key goes where it was meant to go, or nowhere. */
@Singleton
public class ModelClient {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int MAX_ANSWER = 8 * 1024 * 1024;
    private static final int MAX_WORDS = 300;
    /** Too early, too late, or in conflict: the same request may be taken the next time. */
    private static final Set<Integer> PASSING = Set.of(408, 409, 425, 429);
    private static final Set<Integer> KEY_REFUSED = Set.of(401, 403);

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER).connectTimeout(CONNECT).build();
    private final Keys keys;
    private final Clock clock;

    ModelClient(Keys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    void stop(@Observes ShutdownEvent event) {
        http.shutdownNow();
    }

    /** Blocks until there is an answer or the model's time is up; on a virtual thread. */
    public Reply ask(ModelSettings model, Prompt prompt) throws ModelTrouble, InterruptedException {
        WireForm form = WireForm.of(model.kind());
        String key = keys.of(model);
        HttpResponse<byte[]> answer = send(model, request(form, model, prompt, key));
        if (answer.statusCode() / 100 != 2) {
            throw refused(answer, key);
        }
        return form.reply(json(answer.body()));
    }

    private static HttpRequest request(WireForm form, ModelSettings model, Prompt prompt, String key) {
        String base = model.endpoint().toString().replaceAll("/+$", "");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + form.path())).timeout(model.timeout())
                .header("Content-Type", "application/json").header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(form.request(model, prompt).toString()));
        form.headers(key).forEach(request::header);
        return request.build();
    }

    private HttpResponse<byte[]> send(ModelSettings model, HttpRequest request)
            throws ModelTrouble, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(request, head -> new CappedBody(MAX_ANSWER));
        try {
            // The request's own timeout ends with the head of the answer.
            return answer.get(model.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw ModelTrouble.passing("the model endpoint gave no answer within " + model.timeout().toSeconds() + " s",
                    null);
        } catch (ExecutionException e) {
            throw ModelTrouble.passing("the connection to the model endpoint failed: " + words(e.getCause()), null);
        } finally {
            answer.cancel(true);
        }
    }

    private ModelTrouble refused(HttpResponse<byte[]> answer, String key) {
        int status = answer.statusCode();
        if (KEY_REFUSED.contains(status)) {
            // Not in its own words: some repeat a part of the key.
            return ModelTrouble.lasting("the model endpoint refused the key (HTTP " + status + ")");
        }
        String words = "the model endpoint answered HTTP " + status + said(answer.body(), key);
        return PASSING.contains(status) || status >= 500
                ? ModelTrouble.passing(words, RetryAfter.parse(answer.headers().firstValue("retry-after").orElse(null),
                        clock.instant()))
                : ModelTrouble.lasting(words + (status / 100 == 3 ? "; redirects are not followed" : ""));
    }

    /** Both forms put it there; anything else is no text for users. */
    private static String said(byte[] body, String key) {
        try {
            String text = DiamondJson.json().readTree(body).at("/error/message").asText("");
            String plain = (key == null ? text : text.replace(key, "…")).replaceAll("\\p{Cntrl}", " ").strip();
            return plain.isEmpty() ? "" : ": " + (plain.length() > MAX_WORDS ? plain.substring(0, MAX_WORDS) + "…"
                    : plain);
        } catch (IOException e) {
            return "";
        }
    }

    private static JsonNode json(byte[] body) throws ModelTrouble {
        try {
            return DiamondJson.json().readTree(new String(body, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw ModelTrouble.passing("the model endpoint's answer is not JSON", null);
        }
    }

    /** The kind of trouble alone: messages of the network may name addresses. */
    private static String words(Throwable cause) {
        return cause.getClass().getSimpleName().replaceAll("Exception$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}
