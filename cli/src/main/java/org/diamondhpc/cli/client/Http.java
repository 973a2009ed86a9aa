package org.diamondhpc.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.reason.Reason;

/** Sends calls with the caller's token, and again where that may help. */
final class Http implements AutoCloseable {
    private final HttpClient client;
    private final URI base;
    private final String token;
    private final Patience patience;
    private volatile boolean answered;

    Http(URI base, String token, Patience patience) {
        this.client = HttpClients.of(base);
        this.base = base;
        this.token = token;
        this.patience = patience;
    }

    Patience patience() {
        return patience;
    }

    /** @throws ApiException with the gateway's reason, or {@code INTERNAL_UNAVAILABLE} where it does not answer */
    Reply send(Call call) {
        HttpResponse<byte[]> r = send(call, BodyHandlers.ofByteArray());
        return new Reply(r.statusCode(), r.headers(), r.body());
    }

    /** A body that is read as it comes; the caller closes it. */
    HttpResponse<InputStream> open(Call call) {
        return send(call, BodyHandlers.ofInputStream());
    }

    private <T> HttpResponse<T> send(Call call, BodyHandler<T> handler) {
        Instant begin = Instant.now();
        for (int n = 0;; n++) {
            ApiException trouble;
            Duration pause = patience.after(n);
            try {
                HttpResponse<T> response = client.send(request(call), handler);
                answered = true;
                if (response.statusCode() < 400) {
                    return response;
                }
                Failure failure = Failure.of(response.statusCode(), bytes(response.body()));
                trouble = new ApiException(failure);
                if (!failure.passing() || !call.repeatable()) {
                    throw trouble;
                }
                pause = longer(pause, response);
            } catch (IOException e) {
                trouble = unreachable(e);
                if (!call.repeatable() && !(e instanceof ConnectException)) {
                    throw trouble;
                }
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
            Duration limit = answered ? patience.total() : patience.first();
            if (Duration.between(begin, Instant.now()).plus(pause).compareTo(limit) > 0) {
                throw trouble;
            }
            sleep(pause);
        }
    }

    private HttpRequest request(Call call) {
        HttpRequest.Builder request = call.request().uri(base.resolve(call.target()));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return request.build();
    }

    private static byte[] bytes(Object body) throws IOException {
        if (body instanceof InputStream in) {
            try (in) {
                return in.readNBytes(1 << 20);
            }
        }
        return (byte[]) body;
    }

    private static Duration longer(Duration pause, HttpResponse<?> response) {
        String after = response.headers().firstValue("Retry-After").orElse("");
        return after.matches("\\d{1,4}") && Long.parseLong(after) * 1000 > pause.toMillis()
                ? Duration.ofSeconds(Long.parseLong(after)) : pause;
    }

    private ApiException unreachable(IOException e) {
        String why = e instanceof ConnectException ? "connection refused"
                : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new ApiException(Failure.of(Reason.INTERNAL_UNAVAILABLE, base + " does not answer (" + why + ")",
                "Start it with `./diamond up`, or name another address with --url or DIAMOND_URL."), e);
    }

    static void sleep(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static ApiException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new ApiException(Failure.of(Reason.INTERNAL_UNAVAILABLE, "interrupted"), e);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
