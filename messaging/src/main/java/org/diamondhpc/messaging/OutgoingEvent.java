package org.diamondhpc.messaging;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.EventId;

/**
 * One CloudEvent on its way to Kafka (binary content mode of the CloudEvents 1.0 Kafka protocol binding).
 *
 * @param id {@code ce_id}, by which consumers know duplicates
 * @param topic where it goes
 * @param key the record's key; events of one topic and key arrive in the order in which their transactions committed
 * @param type {@code ce_type}, for example {@code org.diamondhpc.task.placed.v1}
 * @param subject {@code ce_subject}, the aggregate the event is about
 * @param source {@code ce_source}, a URI reference, for example {@code /diamond/discovery-svc}
 * @param time {@code ce_time}, when it happened
 * @param body anything {@code DiamondJson} can write; null is a tombstone, for compacted topics
 * @param headers further record headers, for example a tenant; {@code traceparent} is added from the current trace
 *     where it is not given
 */
public record OutgoingEvent(
        EventId id,
        String topic,
        String key,
        String type,
        String subject,
        String source,
        Instant time,
        Object body,
        Map<String, String> headers) {
    public OutgoingEvent {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(time, "time");
        headers = Absent.map(headers);
    }

    public OutgoingEvent(EventId id, String topic, String key, String type, String subject, String source,
            Instant time, Object body) {
        this(id, topic, key, type, subject, source, time, body, null);
    }
}
