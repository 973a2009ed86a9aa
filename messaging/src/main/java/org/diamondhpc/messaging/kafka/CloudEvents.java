package org.diamondhpc.messaging.kafka;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.diamondhpc.messaging.OutgoingEvent;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.messaging.tx.CurrentTrace;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/** The Kafka protocol binding of CloudEvents 1.0.2, binary content mode: attributes are {@code ce_} headers. */
public final class CloudEvents {
    public static final String ID = "ce_id";
    public static final String TYPE = "ce_type";
    public static final String SOURCE = "ce_source";
    public static final String SUBJECT = "ce_subject";
    private static final String TIME = "ce_time";

    private CloudEvents() {
    }

    /** Every header of an event, in the order in which it is written. */
    public static Map<String, String> headers(OutgoingEvent event) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("ce_specversion", "1.0");
        headers.put(ID, event.id().value());
        headers.put(TYPE, event.type());
        headers.put(SOURCE, event.source());
        if (event.subject() != null) {
            headers.put(SUBJECT, event.subject());
        }
        headers.put(TIME, event.time().toString());
        headers.put("content-type", "application/json");
        if (CurrentTrace.get() != null) {
            headers.put(CurrentTrace.HEADER, CurrentTrace.get());
        }
        headers.putAll(event.headers());
        return headers;
    }

    /**
     * The event in a record.
     *
     * @throws DiamondException with {@code INVALID_REQUEST} where a required attribute is missing
     */
    public static ReceivedEvent read(ConsumerRecord<String, byte[]> record) {
        Map<String, String> headers = text(record);
        return new ReceivedEvent(required(headers, ID), required(headers, TYPE),
                headers.getOrDefault(SOURCE, ""), headers.getOrDefault(SUBJECT, ""),
                time(headers.get(TIME), record.timestamp()), record.topic(), record.partition(), record.offset(),
                record.key(), headers, record.value());
    }

    /** The headers as text; of two of the same name the last counts. */
    public static Map<String, String> text(ConsumerRecord<?, ?> record) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Header header : record.headers()) {
            if (header.value() != null) {
                headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
            }
        }
        return headers;
    }

    private static String required(Map<String, String> headers, String name) {
        String value = headers.get(name);
        if (value == null || value.isBlank()) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "the record has no " + name + " header");
        }
        return value;
    }

    private static Instant time(String text, long recordTime) {
        try {
            return text == null ? Instant.ofEpochMilli(recordTime) : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException notATime) {
            return Instant.ofEpochMilli(recordTime);
        }
    }
}
