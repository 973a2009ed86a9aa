package org.diamondhpc.schemas.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Function;
import org.diamondhpc.schemas.reason.Problem.Violation;

/** Text forms that a JSON Schema cannot judge: amounts of memory, durations, arrays. */
final class SpecForms {
    private SpecForms() {
    }

    static void check(JsonNode tree, List<Violation> violations) {
        text(tree, "/resources/memory", MemorySize::parse, violations);
        text(tree, "/resources/duration", Walltime::parse, violations);
        text(tree, "/checkpoint/before", Walltime::parse, violations);
        text(tree, "/array/indices", t -> new ArraySpec(t, null).expanded(), violations);
    }

    private static void text(JsonNode tree, String pointer, Function<String, ?> form, List<Violation> violations) {
        JsonNode node = tree.at(pointer);
        if (node.isMissingNode()) {
            return;
        }
        try {
            form.apply(node.asText());
        } catch (IllegalArgumentException | ArithmeticException e) {
            violations.add(new Violation(pointer, e.getMessage()));
        }
    }
}
