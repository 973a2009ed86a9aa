package org.diamondhpc.schemas.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.event.Event;
import org.diamondhpc.schemas.event.EventTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds records, schemas and what lies in the topics already together. A golden file is never rewritten: a record
 * that no longer reads one, or drops a field of it, is an incompatible change and needs a new version of its type.
 */
class EventContractTest {
    static Stream<String> types() {
        return EventTypes.all().stream();
    }

    @ParameterizedTest
    @MethodSource("types")
    void theCommittedSchemaIsTheRecordsSchema(String type) {
        Class<? extends Event> record = EventTypes.named(type).orElseThrow();

        JsonNode schema = Contract.schemaOf(record, "https://diamondhpc.org/schemas/events/" + type, type);

        assertThat(Contract.committed(Contract.EVENTS.resolve(type + ".schema.json"), schema))
                .as("run the schemas tests with -Ddiamond.contracts=write and commit the result")
                .isEqualTo(Contract.pretty(schema));
    }

    @ParameterizedTest
    @MethodSource("types")
    void whatWasWrittenOnceIsReadForEver(String type) throws Exception {
        Class<? extends Event> record = EventTypes.named(type).orElseThrow();
        JsonNode golden = Contract.golden(Contract.GOLDEN.resolve(type + ".json"), Samples.of(record));

        Event read = DiamondJson.json().treeToValue(golden, record);

        assertContains(DiamondJson.json().readTree(DiamondJson.json().writeValueAsBytes(read)), golden, type);
    }

    @ParameterizedTest
    @MethodSource("types")
    void theGoldenSampleFulfilsTheSchema(String type) {
        Class<? extends Event> record = EventTypes.named(type).orElseThrow();
        JsonNode schema = Contract.schemaOf(record, "https://diamondhpc.org/schemas/events/" + type, type);
        JsonNode golden = Contract.golden(Contract.GOLDEN.resolve(type + ".json"), Samples.of(record));

        var errors = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema)
                .validate(golden);

        assertThat(errors).isEmpty();
    }

    @Test
    void noTypeThatWasEverWrittenIsGone() throws Exception {
        List<String> written;
        try (Stream<Path> files = Files.list(Contract.GOLDEN)) {
            written = files.map(f -> f.getFileName().toString().replaceAll("\\.json$", "")).toList();
        }

        assertThat(EventTypes.all()).containsAll(written);
    }

    private static void assertContains(JsonNode actual, JsonNode golden, String at) {
        if (golden.isObject()) {
            golden.properties().forEach(e -> {
                assertThat(actual.has(e.getKey())).as(at + "/" + e.getKey() + " is kept").isTrue();
                assertContains(actual.get(e.getKey()), e.getValue(), at + "/" + e.getKey());
            });
        } else {
            assertThat(actual).as(at).isEqualTo(golden);
        }
    }
}
