package org.diamondhpc.gateway.edge.rest;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.WholeText;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/**
 * Reads request bodies strictly: bounded, valid UTF-8, valid JSON or YAML without double keys, no half surrogates,
 * which nothing behind could write again.
 */
public final class Bodies {
    public static final int MAX = 1024 * 1024;
    public static final int MAX_BATCH = 8 * 1024 * 1024;
    private static final ObjectReader JSON = DiamondJson.json().reader()
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .with(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
    private static final ObjectReader YAML = DiamondJson.yaml().reader()
            .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION);

    private Bodies() {
    }

    /** @throws DiamondException {@code INVALID_TOO_LARGE} above {@code max} bytes */
    static byte[] bytes(InputStream body, int max) {
        try {
            byte[] bytes = body == null ? new byte[0] : body.readNBytes(max + 1);
            if (bytes.length > max) {
                throw DiamondException.of(Reason.INVALID_TOO_LARGE, "a body here has at most " + max + " bytes");
            }
            return bytes;
        } catch (IOException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, "the body ended early"), e);
        }
    }

    static JsonNode json(byte[] body) {
        return tree(JSON, body, "JSON");
    }

    static JsonNode yaml(byte[] body) {
        return tree(YAML, body, "YAML");
    }

    /** A JSON object as a record; unknown members are refused. */
    public static <T> T as(JsonNode tree, Class<T> type) {
        if (!tree.isObject()) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "the body is a JSON object");
        }
        try {
            return DiamondJson.json().readerFor(type).with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .readValue(tree);
        } catch (JacksonException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, words(e)), e);
        } catch (IOException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, "the body cannot be read"), e);
        }
    }

    static <T> T as(byte[] body, Class<T> type) {
        return as(json(body), type);
    }

    static String text(byte[] body) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
            if (text.indexOf('\0') >= 0) {
                throw DiamondException.of(Reason.INVALID_REQUEST, "the body holds a NUL character");
            }
            return text;
        } catch (CharacterCodingException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, "the body is not valid UTF-8"), e);
        }
    }

    private static JsonNode tree(ObjectReader reader, byte[] body, String form) {
        String text = text(body);
        try {
            JsonNode tree = reader.readTree(text);
            if (tree == null || tree.isMissingNode()) {
                throw DiamondException.of(Reason.INVALID_REQUEST, "the body is empty");
            }
            WholeText.problem(tree).ifPresent(p -> {
                throw DiamondException.of(Reason.INVALID_REQUEST, p);
            });
            return tree;
        } catch (JacksonException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, "the body is not " + form + ": " + words(e)),
                    e);
        } catch (StackOverflowError | RuntimeException e) {
            if (e instanceof DiamondException known) {
                throw known;
            }
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, "the body is not " + form), e);
        }
    }

    /** Jackson's message without its hint at the source, which may hold the body itself. */
    private static String words(JacksonException e) {
        String message = e.getOriginalMessage() == null ? "" : e.getOriginalMessage();
        return message.length() > 300 ? message.substring(0, 300) : message;
    }
}
