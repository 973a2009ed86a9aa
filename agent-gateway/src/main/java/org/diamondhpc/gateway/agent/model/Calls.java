package org.diamondhpc.gateway.agent.model;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.diamondhpc.gateway.agent.domain.ToolCall;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.WholeText;

/** The calls of one answer, made fit to be kept: each with an id of its own, and without what no database takes. */
final class Calls {
    private static final ObjectReader STRICT = DiamondJson.json().reader()
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final String NAMELESS = "unnamed";

    private final List<ToolCall> all = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();

    void add(String id, String name, JsonNode input) {
        if (input instanceof ObjectNode object && WholeText.problem(object).isEmpty()) {
            all.add(ToolCall.of(own(id), named(name), object));
        } else {
            all.add(ToolCall.malformed(own(id), named(name), plain(input == null ? "" : input.toString())));
        }
    }

    /** {@code arguments} is JSON in a text; an empty one is what some models send for no arguments. */
    void addText(String id, String name, String arguments) {
        String text = arguments == null || arguments.isBlank() ? "{}" : arguments;
        try {
            JsonNode tree = STRICT.readTree(text);
            if (tree instanceof ObjectNode) {
                add(id, name, tree);
                return;
            }
        } catch (JacksonException e) {
            all.add(ToolCall.malformed(own(id), named(name), plain(text)));
            return;
        }
        all.add(ToolCall.malformed(own(id), named(name), plain(text)));
    }

    List<ToolCall> all() {
        return List.copyOf(all);
    }

    private String own(String id) {
        String plain = id == null ? "" : plain(id);
        String unique = plain.isBlank() || ids.contains(plain) ? "call-" + (ids.size() + 1) : plain;
        while (!ids.add(unique)) {
            unique += "x";
        }
        return unique;
    }

    private static String named(String name) {
        return name == null || name.isBlank() ? NAMELESS : plain(name);
    }

    /** Without NUL and half characters. */
    static String plain(String text) {
        return text == null ? "" : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                .replace('\0', '\uFFFD');
    }
}
