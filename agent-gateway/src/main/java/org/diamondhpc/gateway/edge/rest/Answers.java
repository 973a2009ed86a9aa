package org.diamondhpc.gateway.edge.rest;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.diamondhpc.gateway.policy.Answer;

/** Answers of application services as HTTP. */
final class Answers {
    static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private Answers() {
    }

    static Response of(Answer answer) {
        Response.ResponseBuilder response = Response.status(answer.status()).type(MediaType.APPLICATION_JSON)
                .entity(answer.body());
        if (answer.location() != null) {
            response.header(HttpHeaders.LOCATION, answer.location());
        }
        if (answer.etag() != null) {
            response.header(HttpHeaders.ETAG, answer.etag());
        }
        if (answer.replayed()) {
            response.header("Idempotent-Replayed", "true");
        }
        return response.build();
    }

    /** The thing as it is now, or 304 where the caller has it already. */
    static Response current(Object body, String etag, String ifNoneMatch) {
        Response.ResponseBuilder response = ETags.matches(ifNoneMatch, etag) ? Response.notModified()
                : Response.ok(body, MediaType.APPLICATION_JSON_TYPE);
        return response.header(HttpHeaders.ETAG, etag).header(HttpHeaders.CACHE_CONTROL, "private, no-cache").build();
    }

    /** What must be the same for two requests to be the same. */
    static byte[] fingerprint(String method, String path, byte[] body) {
        ByteArrayOutputStream all = new ByteArrayOutputStream(body.length + 64);
        all.writeBytes((method + " " + path + "\n").getBytes(StandardCharsets.UTF_8));
        all.writeBytes(body);
        return all.toByteArray();
    }
}
