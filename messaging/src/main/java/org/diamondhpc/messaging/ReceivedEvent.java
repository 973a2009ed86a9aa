package org.diamondhpc.messaging;

import com.fasterxml.jackson.core.JacksonException;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/**
 * One CloudEvent as it came from Kafka.
 *
 * @param id {@code ce_id}
 * @param type {@code ce_type}
 * @param source {@code ce_source}
 * @param subject {@code ce_subject}, empty where the writer gave none
 * @param time {@code ce_time}, or the record's own time where the writer gave none
 * @param topic where it came from, with partition and offset
 * @param key the record's key, may be null
 * @param headers every header of the record, the {@code ce_} ones included
 * @param data the JSON body; empty for a tombstone
 */
public record ReceivedEvent(
        String id,
        String type,
        String source,
        String subject,
        Instant time,
        String topic,
        int partition,
        long offset,
        String key,
        Map<String, String> headers,
        byte[] data) {
    public ReceivedEvent {
        headers = Absent.map(headers);
        data = data == null ? new byte[0] : data;
    }

    public boolean tombstone() {
        return data.length == 0;
    }

    /**
     * The body as a value of {@code type}.
     *
     * @throws DiamondException with {@code INVALID_REQUEST} where the body is not such a value; the intake then
     *     dead-letters the event
     */
    public <T> T body(Class<T> type) {
        try {
            return DiamondJson.json().readValue(data, type);
        } catch (JacksonException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST,
                    this.type + " is not a " + type.getSimpleName() + ": " + e.getOriginalMessage()), e);
        } catch (IOException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, e.getMessage()), e);
        }
    }

    /** Names the event without its body, which may be large or private. */
    @Override
    public String toString() {
        return "%s %s of %s at %s-%d@%d".formatted(type, id, subject, topic, partition, offset);
    }
}
