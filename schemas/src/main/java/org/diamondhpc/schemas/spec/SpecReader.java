package org.diamondhpc.schemas.spec;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;

/**
 * Reads a {@link TaskSpec} and finds all its errors at once: first the wording of its resources, by {@link ResourceWords},
 * then the form, by {@code spec/task-spec.schema.json} (JSON Schema 2020-12), then the sense, by {@link SpecRules}.
 */
public final class SpecReader {
    private static final String SCHEMA = "/diamond/spec/task-spec.schema.json";
    /** More than this helps nobody. */
    private static final int MAX_VIOLATIONS = 50;

    private final Schema schema;

    public SpecReader() {
        try (InputStream in = SpecReader.class.getResourceAsStream(SCHEMA)) {
            schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(DiamondJson.json().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Either the specification or what is wrong with it. */
    public record Result(TaskSpec spec, List<Violation> violations) {
        public Result {
            violations = Absent.list(violations);
        }

        /** For an answer; only where there are violations. */
        public Problem problem() {
            return Problem.of(Reason.INVALID_SPEC, violations);
        }
    }

    /** Reads YAML, of which JSON is a part. */
    public Result readYaml(String text) {
        try {
            return read(DiamondJson.yaml().readTree(text));
        } catch (JacksonException e) {
            return failed("", "not YAML: " + e.getOriginalMessage());
        }
    }

    public Result read(JsonNode tree) {
        if (tree == null || !tree.isObject()) {
            return failed("", "a task specification is an object");
        }
        List<Violation> all = new ArrayList<>();
        JsonNode plain = ResourceWords.plain(tree, all);
        List<Violation> form = schema.validate(plain).stream().map(SpecReader::violation).distinct()
                .limit(MAX_VIOLATIONS).toList();
        all.addAll(form);
        if (form.isEmpty()) {
            SpecForms.check(plain, all);
        }
        TaskSpec spec = all.isEmpty() ? bind(plain, all) : null;
        if (spec != null) {
            SpecRules.check(spec, all);
        }
        return all.isEmpty() ? new Result(spec, List.of()) : new Result(null, all);
    }

    private static TaskSpec bind(JsonNode tree, List<Violation> violations) {
        try {
            return DiamondJson.json().treeToValue(tree, TaskSpec.class);
        } catch (JacksonException e) {
            violations.add(new Violation("", e.getOriginalMessage()));
            return null;
        }
    }

    private static Violation violation(Error error) {
        String where = error.getInstanceLocation().toString();
        String property = error.getProperty();
        return new Violation(property == null ? where : where + "/" + property, error.getMessage());
    }

    private static Result failed(String pointer, String message) {
        return new Result(null, List.of(new Violation(pointer, message)));
    }
}
