package org.diamondhpc.gateway.skill;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import org.diamondhpc.schemas.reason.Problem.Violation;

/** A compiled JSON Schema that finds all errors at once. */
final class JsonForm {
    /** More than this helps nobody. */
    private static final int MAX_VIOLATIONS = 50;
    private final Schema schema;

    JsonForm(JsonNode schema) {
        this.schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
    }

    List<Violation> violations(JsonNode value) {
        return schema.validate(value).stream().map(JsonForm::violation).distinct().limit(MAX_VIOLATIONS).toList();
    }

    private static Violation violation(Error error) {
        String where = error.getInstanceLocation().toString();
        return new Violation(error.getProperty() == null ? where : where + "/" + error.getProperty(),
                error.getMessage());
    }
}
