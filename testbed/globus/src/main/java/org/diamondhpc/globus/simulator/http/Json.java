package org.diamondhpc.globus.simulator.http;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;

/** Documents as the service writes and reads them. */
public final class Json {
    /** Fields nobody knows are ignored, as the service does. */
    public static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final DateTimeFormatter TASK = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'+00:00'");
    private static final DateTimeFormatter FILE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss'+00:00'");

    private Json() { }

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** A document with its type, as all of Transfer's have one. */
    public static ObjectNode document(String dataType) {
        return object().put("DATA_TYPE", dataType);
    }

    public static ArrayNode texts(Collection<String> texts) {
        ArrayNode array = MAPPER.createArrayNode();
        texts.forEach(array::add);
        return array;
    }

    /** The time of a task or event; null stays null. */
    public static String taskTime(Instant time) {
        return time == null ? null : TASK.format(time.atOffset(ZoneOffset.UTC));
    }

    /** The time of a file, which has a blank where the others have a T. */
    public static String fileTime(Instant time) {
        return FILE.format(time.atOffset(ZoneOffset.UTC));
    }
}
