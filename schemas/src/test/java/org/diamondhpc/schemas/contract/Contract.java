package org.diamondhpc.schemas.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import com.github.victools.jsonschema.module.jackson.JacksonOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.spec.MemorySize;
import org.diamondhpc.schemas.spec.Walltime;

/** The committed contract files and how they are made: {@code -Ddiamond.contracts=write} writes them anew. */
final class Contract {
    static final Path EVENTS = Path.of("events");
    static final Path GOLDEN = EVENTS.resolve("golden");
    private static final boolean WRITE = "write".equals(System.getProperty("diamond.contracts"));

    private Contract() {
    }

    static JsonNode schemaOf(Class<?> type, String id, String title) {
        var node = generator().generateSchema(type);
        node.put("$id", id);
        node.put("title", title);
        return node;
    }

    private static SchemaGenerator generator() {
        SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(DiamondJson.json(),
                SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                .with(Option.DEFINITIONS_FOR_ALL_OBJECTS, Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES)
                .without(Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT)
                .with(new JacksonModule(JacksonOption.FLATTENED_ENUMS_FROM_JSONVALUE));
        config.forTypesInGeneral().withCustomDefinitionProvider((type, context) -> {
            Class<?> raw = type.getErasedType();
            String format = raw == Instant.class ? "date-time" : raw == Duration.class || raw == Walltime.class
                    ? "duration" : null;
            boolean text = format != null || raw == MemorySize.class || raw == AttemptId.class
                    || org.diamondhpc.schemas.id.Id.class.isAssignableFrom(raw);
            if (!text) {
                return null;
            }
            var definition = context.getGeneratorConfig().createObjectNode().put("type", "string");
            return new com.github.victools.jsonschema.generator.CustomDefinition(
                    format == null ? definition : definition.put("format", format), true);
        });
        return new SchemaGenerator(config.build());
    }

    /** The file's text; writes it first where contracts are to be written. */
    static String committed(Path file, JsonNode wanted) {
        try {
            if (WRITE) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, pretty(wanted));
            }
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A golden file is written once and never again: it stands for what is in the topics already. */
    static JsonNode golden(Path file, Object sample) {
        try {
            if (WRITE && !Files.exists(file)) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, pretty(DiamondJson.json().valueToTree(sample)));
            }
            return DiamondJson.json().readTree(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String pretty(JsonNode node) {
        try {
            return DiamondJson.json().writer().with(SerializationFeature.INDENT_OUTPUT).writeValueAsString(node) + "\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
