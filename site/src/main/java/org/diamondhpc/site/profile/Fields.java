package org.diamondhpc.site.profile;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.diamondhpc.schemas.reason.Problem.Violation;

/** The fields of one YAML mapping; each error is noted with its place, and reading goes on. */
final class Fields {
    private final String place;
    private final JsonNode node;
    private final List<Violation> errors;
    private final Set<String> known = new HashSet<>();

    Fields(String place, JsonNode node, List<Violation> errors) {
        this.place = place;
        this.node = node;
        this.errors = errors;
        if (!node.isObject()) {
            errors.add(new Violation(place, "must be a mapping"));
        }
    }

    void error(String field, String message) {
        errors.add(new Violation(place + "/" + field, message));
    }

    /** Empty where absent or null. */
    Optional<String> text(String field) {
        return value(field).flatMap(v -> {
            if (v.isValueNode()) {
                return Optional.of(v.asText());
            }
            error(field, "must be text");
            return Optional.empty();
        });
    }

    /** Text that must be there; {@code ""} stands in after an error. */
    String required(String field) {
        Optional<String> text = text(field).filter(t -> !t.isBlank());
        if (text.isEmpty()) {
            error(field, "is missing");
        }
        return text.orElse("");
    }

    int number(String field, int byDefault, int min, int max) {
        Optional<JsonNode> number = value(field);
        if (number.isEmpty()) {
            return byDefault;
        }
        if (!number.get().isInt() || number.get().asInt() < min || number.get().asInt() > max) {
            error(field, "must be a whole number from %d to %d".formatted(min, max));
            return byDefault;
        }
        return number.get().asInt();
    }

    boolean flag(String field) {
        return value(field).map(v -> {
            if (!v.isBoolean()) {
                error(field, "must be true or false");
            }
            return v.asBoolean();
        }).orElse(false);
    }

    /** Parsed text; an {@link IllegalArgumentException} of the parser becomes an error. */
    <T> Optional<T> parsed(String field, Function<String, T> parser) {
        return text(field).flatMap(t -> {
            try {
                return Optional.of(parser.apply(t));
            } catch (IllegalArgumentException e) {
                error(field, e.getMessage());
                return Optional.empty();
            }
        });
    }

    Optional<Fields> child(String field) {
        return value(field).map(v -> new Fields(place + "/" + field, v, errors));
    }

    List<Fields> children(String field) {
        List<Fields> children = new ArrayList<>();
        elements(field).forEach((index, v) -> children.add(new Fields(place + "/" + field + "/" + index, v, errors)));
        return children;
    }

    List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        elements(field).forEach((index, v) -> {
            if (v.isTextual()) {
                texts.add(v.asText());
            } else {
                error(field + "/" + index, "must be text");
            }
        });
        return texts;
    }

    /** All fields not read before, as text. */
    Map<String, String> rest() {
        Map<String, String> rest = new LinkedHashMap<>();
        node.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                text(name).ifPresent(t -> rest.put(name, t));
            }
        });
        return rest;
    }

    /** Notes fields that nobody read. */
    void done() {
        node.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                error(name, "is not a known field; known: " + String.join(", ", known.stream().sorted().toList()));
            }
        });
    }

    private Map<Integer, JsonNode> elements(String field) {
        Map<Integer, JsonNode> elements = new LinkedHashMap<>();
        value(field).ifPresent(list -> {
            if (!list.isArray()) {
                error(field, "must be a list");
            }
            for (int i = 0; list.isArray() && i < list.size(); i++) {
                elements.put(i, list.get(i));
            }
        });
        return elements;
    }

    private Optional<JsonNode> value(String field) {
        known.add(field);
        return Optional.ofNullable(node.get(field)).filter(v -> !v.isNull());
    }
}
