package org.diamondhpc.messaging.intake;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.diamondhpc.messaging.kafka.CloudEvents;
import org.diamondhpc.messaging.outbox.OutboxRow;
import org.diamondhpc.messaging.outbox.TransactionalOutbox;
import org.diamondhpc.messaging.tx.Transactions;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.jboss.logging.Logger;

/**
 * Puts what a consumer could not digest aside, as it came, with the reason in headers. It goes through the outbox, so
 * a broker that is away loses nothing. The inbox does not remember it: published again, it is tried again.
 */
@Singleton
class DeadLetters {
    private static final Logger LOG = Logger.getLogger(DeadLetters.class);
    private static final String PREFIX = "diamond-dead-letter-";
    private static final int DETAIL = 1_000;
    private final Transactions transactions;
    private final TransactionalOutbox outbox;
    private final Clock clock;
    private final MeterRegistry meters;

    DeadLetters(Transactions transactions, TransactionalOutbox outbox, Clock clock, MeterRegistry meters) {
        this.transactions = transactions;
        this.outbox = outbox;
        this.clock = clock;
        this.meters = meters;
    }

    void put(String consumer, ConsumerRecord<String, byte[]> record, Throwable failure) throws Exception {
        Map<String, String> headers = new LinkedHashMap<>(CloudEvents.text(record));
        Reason reason = failure instanceof DiamondException known ? known.reason() : Reason.INTERNAL_ERROR;
        headers.put(PREFIX + "reason", reason.name());
        headers.put(PREFIX + "detail", detail(failure));
        headers.put(PREFIX + "exception", failure.getClass().getName());
        headers.put(PREFIX + "consumer", consumer);
        headers.put(PREFIX + "topic", record.topic());
        headers.put(PREFIX + "partition", Integer.toString(record.partition()));
        headers.put(PREFIX + "offset", Long.toString(record.offset()));
        headers.put(PREFIX + "time", clock.instant().toString());
        String id = headers.getOrDefault(CloudEvents.ID, "");
        transactions.inNew(() -> {
            outbox.append(new OutboxRow(0, id, record.topic() + Topics.DEAD_LETTER_SUFFIX, record.key(), headers,
                    record.value()));
            return null;
        });
        meters.counter("diamond.intake.dead.letters", "consumer", consumer, "topic", record.topic(),
                "reason", reason.name()).increment();
        LOG.errorf(failure, "%s cannot handle %s-%d@%d; it is put into the dead letters", consumer, record.topic(),
                record.partition(), record.offset());
    }

    private static String detail(Throwable failure) {
        String detail = failure instanceof DiamondException known ? known.problem().detail()
                : String.valueOf(failure.getMessage());
        return detail.length() <= DETAIL ? detail : detail.substring(0, DETAIL) + "…";
    }
}
