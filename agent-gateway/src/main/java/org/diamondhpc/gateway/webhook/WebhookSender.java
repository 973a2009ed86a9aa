package org.diamondhpc.gateway.webhook;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import jakarta.inject.Singleton;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.diamondhpc.gateway.webhook.domain.RetryAfter;
import org.diamondhpc.gateway.webhook.domain.Secret;
import org.diamondhpc.gateway.webhook.domain.Signature;
import org.diamondhpc.gateway.webhook.domain.Tried;

/**
 * Sends one signed message. It connects to the address that was judged, while the certificate is checked against the
 * name; redirects are not followed, and of an answer only the head is looked at.
 */
@Singleton
class WebhookSender {
    private static final String CONTENT_TYPE = "application/cloudevents+json; charset=UTF-8";
    private static final String AGENT = "Diamond-Agent-Webhook/1";
    private static final int MAX_HEADERS = 16 * 1024;
    private static final int MAX_ERROR = 200;

    private final HttpClient client;
    private final Duration timeout;
    private final Clock clock;

    WebhookSender(Vertx vertx, WebhookConfig config, Clock clock) {
        HttpClientOptions options = new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_1_1)
                .setKeepAlive(false).setMaxHeaderSize(MAX_HEADERS).setVerifyHost(true).setTrustAll(false)
                .setDecompressionSupported(false).setConnectTimeout((int) config.timeout().toMillis());
        config.trustFile().ifPresent(f -> options.setTrustOptions(new PemTrustOptions().addCertPath(f.toString())));
        this.client = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(64));
        this.timeout = config.timeout();
        this.clock = clock;
    }

    /** Blocks until there is an answer or the time is up; on a virtual thread. */
    Tried send(Recipient to, Secret secret, Message message) throws InterruptedException {
        Instant at = clock.instant();
        Future<Tried> answer = client.request(options(to)).compose(request -> {
            request.putHeader("content-type", CONTENT_TYPE).putHeader("user-agent", AGENT)
                    .putHeader("webhook-id", message.id())
                    .putHeader("webhook-timestamp", Long.toString(at.getEpochSecond()))
                    .putHeader("webhook-signature", Signature.of(secret, message.id(), at, message.body()));
            return request.send(Buffer.buffer(message.body())).map(response -> answered(request, response));
        });
        try {
            return answer.toCompletionStage().toCompletableFuture().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            return new Tried.Unanswered(words(e.getCause()));
        } catch (TimeoutException e) {
            return new Tried.Unanswered("no answer within " + timeout.toSeconds() + " s");
        }
    }

    private RequestOptions options(Recipient to) {
        return new RequestOptions().setMethod(HttpMethod.POST).setHost(to.url().getHost()).setPort(to.port())
                .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(to.address(), to.port())))
                .setSsl(to.secure()).setURI(to.path()).setFollowRedirects(false).setTimeout(timeout.toMillis());
    }

    /** The rest of the answer is cut off: whatever it is, nobody reads it. */
    private Tried answered(HttpClientRequest request, HttpClientResponse response) {
        Tried tried = new Tried.Answered(response.statusCode(),
                RetryAfter.parse(response.getHeader("retry-after"), clock.instant()));
        request.connection().close();
        return tried;
    }

    private static String words(Throwable cause) {
        String text = cause.getClass().getSimpleName() + (cause.getMessage() == null ? "" : ": " + cause.getMessage());
        String plain = text.replaceAll("\\p{Cntrl}", " ");
        return plain.length() > MAX_ERROR ? plain.substring(0, MAX_ERROR) : plain;
    }
}
