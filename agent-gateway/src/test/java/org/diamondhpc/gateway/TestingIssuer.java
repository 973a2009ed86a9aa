package org.diamondhpc.gateway;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jwk.RsaJwkGenerator;
import org.jose4j.lang.JoseException;

/** An OpenID Connect issuer on loopback, as far as a resource server looks at one: discovery and keys. */
final class TestingIssuer implements AutoCloseable {
    private final int port = freePort();
    private final RsaJsonWebKey key = newKey("first");
    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;

    String address() {
        return "http://127.0.0.1:" + port;
    }

    RsaJsonWebKey key() {
        return key;
    }

    /** How often something other than discovery and keys was asked for. */
    int askedOtherwise() {
        return asked.get();
    }

    /** Does nothing where it answers already. */
    void start() {
        if (server != null) {
            return;
        }
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        answer("/.well-known/openid-configuration", """
                {"issuer": "%1$s", "jwks_uri": "%1$s/keys", "authorization_endpoint": "%1$s/authorize",
                 "token_endpoint": "%1$s/token", "introspection_endpoint": "%1$s/introspect",
                 "userinfo_endpoint": "%1$s/userinfo", "subject_types_supported": ["public"],
                 "response_types_supported": ["code"], "id_token_signing_alg_values_supported": ["RS256"]}"""
                .formatted(address()));
        answer("/keys", new JsonWebKeySet(key).toJson(JsonWebKey.OutputControlLevel.PUBLIC_ONLY));
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(0);
            server = null;
        }
    }

    private void answer(String path, String json) {
        server.createContext(path, exchange -> {
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    static RsaJsonWebKey newKey(String id) {
        try {
            RsaJsonWebKey made = RsaJwkGenerator.generateJwk(2048);
            made.setKeyId(id);
            return made;
        } catch (JoseException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
