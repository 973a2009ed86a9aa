package org.diamondhpc.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Finds halves of surrogate pairs in JSON, which nothing behind could write again. */
public final class WholeText {
    private WholeText() {
    }

    /** What is wrong, in words; empty if nothing. */
    public static Optional<String> problem(JsonNode tree) {
        if (tree.isTextual() && !encodable(tree.textValue())) {
            return Optional.of("a text holds half of a surrogate pair");
        }
        for (var member : tree.properties()) {
            if (!encodable(member.getKey())) {
                return Optional.of("a name holds half of a surrogate pair");
            }
        }
        for (JsonNode inner : tree) {
            Optional<String> found = problem(inner);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static boolean encodable(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
