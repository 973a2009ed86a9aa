package org.diamondhpc.schemas.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.diamondhpc.schemas.reason.Problem.Violation;

/** What a request says of its resources, each thing once, with the place it stands at. */
final class SaidResources {
    /** @param pointer into the task specification */
    record Said(String pointer, JsonNode value) {
    }

    private final Map<ResourceField, Said> all = new EnumMap<>(ResourceField.class);
    private final List<Violation> violations;

    SaidResources(List<Violation> violations) {
        this.violations = violations;
    }

    void say(ResourceField field, String pointer, JsonNode value) {
        Said before = all.putIfAbsent(field, new Said(pointer, value));
        if (before != null) {
            refuse(pointer, "says %s a second time; %s says it too".formatted(field.member(), before.pointer()));
        }
    }

    void say(ResourceField field, String pointer, String value) {
        say(field, pointer, new TextNode(value));
    }

    void refuse(String pointer, String why) {
        violations.add(new Violation(pointer, why));
    }

    boolean has(ResourceField field) {
        return all.containsKey(field);
    }

    /** Null where nothing is said of it. */
    Said of(ResourceField field) {
        return all.get(field);
    }

    /** Empty also where something else than a whole number was said, which is refused. */
    OptionalLong count(ResourceField field) {
        return has(field) ? count(of(field)) : OptionalLong.empty();
    }

    /** As {@link #count(ResourceField)}, of a value. */
    OptionalLong count(Said said) {
        JsonNode value = said.value();
        String text = value.isNumber() && value.doubleValue() == Math.rint(value.doubleValue())
                ? String.valueOf(value.longValue()) : value.isTextual() ? NumberWords.digits(value.textValue()) : "";
        if (text.matches("-?\\d{1,9}")) {
            return OptionalLong.of(Long.parseLong(text));
        }
        refuse(said.pointer(), "must be a whole number, such as 4");
        return OptionalLong.empty();
    }
}
