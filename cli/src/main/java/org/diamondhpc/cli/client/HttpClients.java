package org.diamondhpc.cli.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** Makes the HTTP client: one connection pool, no redirects, HTTP/1.1 (nothing here gains from streams in one pipe). */
final class HttpClients {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private HttpClients() {
    }

    static HttpClient of(URI base) {
        HttpClient.Builder client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT).followRedirects(HttpClient.Redirect.NEVER);
        return ("http".equals(base.getScheme()) ? client.sslContext(none()) : client).build();
    }

    /**
     * Trusts nobody. Without one of its own a client reads the JDK's certificates before the first request, which
     * costs a tenth of a second that plain HTTP on loopback need not pay.
     */
    private static SSLContext none() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }
}
