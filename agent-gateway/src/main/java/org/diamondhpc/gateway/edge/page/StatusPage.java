package org.diamondhpc.gateway.edge.page;

import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Serves the page at {@code /}. Its policy allows the page's own script and style by digest, and nothing else. */
@ApplicationScoped
class StatusPage {
    private final String html;
    private final String policy;

    StatusPage() {
        try (InputStream in = StatusPage.class.getResourceAsStream("/status/index.html")) {
            html = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        policy = "default-src 'none'; connect-src 'self'; script-src '" + digest("script") + "'; style-src '"
                + digest("style") + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    void register(@Observes Router router) {
        router.get("/").handler(this::serve);
    }

    private void serve(RoutingContext context) {
        HttpServerResponse response = context.response();
        response.putHeader("Content-Security-Policy", policy);
        response.putHeader("Content-Type", "text/html;charset=utf-8");
        response.end(html);
    }

    private String digest(String element) {
        int begin = html.indexOf("<" + element + ">") + element.length() + 2;
        String text = html.substring(begin, html.indexOf("</" + element + ">", begin));
        try {
            return "sha256-" + Base64.getEncoder().encodeToString(
                    MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
