package org.diamondhpc.messaging.ask;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.diamondhpc.schemas.DiamondJson;

/** The headers that questions and answers have beyond those of an event. */
final class Wire {
    static final String REPLY_TOPIC = "diamond-reply-topic";
    /** Milliseconds since 1970 after which nobody waits for the answer any more. */
    static final String DEADLINE = "diamond-deadline";
    static final String IN_REPLY_TO = "diamond-in-reply-to";
    /** {@code true} where the body is a {@link org.diamondhpc.schemas.reason.Problem}. */
    static final String PROBLEM = "diamond-problem";

    private Wire() {
    }

    static ProducerRecord<String, byte[]> record(String topic, String key, Map<String, String> headers, Object body) {
        try {
            ProducerRecord<String, byte[]> record =
                    new ProducerRecord<>(topic, key, DiamondJson.json().writeValueAsBytes(body));
            headers.forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
            return record;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a body for " + topic + " cannot be written as JSON", e);
        }
    }
}
