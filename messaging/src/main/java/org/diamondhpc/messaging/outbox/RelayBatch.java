package org.diamondhpc.messaging.outbox;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.diamondhpc.messaging.kafka.KafkaClients;
import org.diamondhpc.messaging.tx.ServiceConfig;
import org.jboss.logging.Logger;

/**
 * Sends one batch of rows, all at once, and settles each by what Kafka says: taken rows are deleted, rows refused for
 * themselves are parked, everything else stays and its topic rests for a moment.
 */
@Singleton
class RelayBatch {
    private static final Logger LOG = Logger.getLogger(RelayBatch.class);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private final OutboxTable table;
    private final KafkaClients clients;
    private final OutboxConfig config;
    private final String clientId;
    private final DistributionSummary sizes;
    private final Counter parked;
    private final RestingTopics resting;
    private KafkaProducer<String, byte[]> producer;
    private volatile String trouble;

    RelayBatch(OutboxTable table, KafkaClients clients, OutboxConfig config, ServiceConfig service,
            MeterRegistry meters) {
        this.table = table;
        this.clients = clients;
        this.config = config;
        this.resting = new RestingTopics(config.rest(), System::nanoTime);
        this.clientId = service.schema() + "-outbox";
        this.sizes = DistributionSummary.builder("diamond.outbox.batch").baseUnit("rows").register(meters);
        this.parked = meters.counter("diamond.outbox.refused");
    }

    /** Whether there may be more to send at once; what is committed meanwhile nudges. */
    boolean send(Connection connection) throws SQLException, InterruptedException {
        List<OutboxRow> rows = table.next(connection, resting.topics(), config.batch());
        if (rows.isEmpty()) {
            return false;
        }
        Settlement settlement = new Settlement();
        for (Sent sent : sendAll(rows, settlement)) {
            await(sent, settlement);
        }
        table.delete(connection, settlement.taken);
        for (Map.Entry<OutboxRow, String> refused : settlement.refused.entrySet()) {
            table.park(connection, refused.getKey().id(), refused.getValue());
            parked.increment();
        }
        trouble = settlement.trouble;
        sizes.record(settlement.taken.size());
        boolean whole = rows.size() == config.batch() || OutboxTable.full(rows);
        return whole && settlement.taken.size() + settlement.refused.size() > 0;
    }

    String trouble() {
        return trouble;
    }

    void close() {
        if (producer != null) {
            producer.close(Duration.ofSeconds(1));
            producer = null;
        }
    }

    private List<Sent> sendAll(List<OutboxRow> rows, Settlement settlement) throws InterruptedException {
        List<Sent> sent = new ArrayList<>(rows.size());
        for (OutboxRow row : rows) {
            if (settlement.restingTopics.contains(row.topic()) || settlement.blockedKeys.contains(row.orderKey())) {
                continue;
            }
            Sent one = new Sent(row, producer().send(record(row)));
            // A record that is refused before it leaves is known at once; what follows it must not overtake it.
            if (one.future.isDone()) {
                await(one, settlement);
            } else {
                sent.add(one);
            }
        }
        return sent;
    }

    private void await(Sent sent, Settlement settlement) throws InterruptedException {
        try {
            acknowledged(sent);
            settlement.taken.add(sent.row.id());
            resting.taken(sent.row.topic());
        } catch (ExecutionException e) {
            settle(sent.row, e.getCause(), settlement);
        }
    }

    /**
     * The producer itself tries for ever; meanwhile the health check says so. After {@link #PATIENCE} the relay starts
     * over with a new producer, should this one have died. That repeats records, in their order.
     */
    private void acknowledged(Sent sent) throws InterruptedException, ExecutionException {
        long started = System.nanoTime();
        while (true) {
            try {
                sent.future.get(2, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                trouble = "no acknowledgement yet for topic " + sent.row.topic();
                if (System.nanoTime() - started > PATIENCE.toNanos()) {
                    throw new IllegalStateException(trouble, e);
                }
            }
        }
    }

    private void settle(OutboxRow row, Throwable cause, Settlement settlement) {
        if (refused(cause)) {
            LOG.errorf("Kafka refused %s for topic %s; it is parked in the outbox: %s", row.eventId(), row.topic(),
                    cause.getMessage());
            settlement.refused.put(row, cause.getClass().getSimpleName() + ": " + cause.getMessage());
            settlement.blockedKeys.add(row.orderKey());
            return;
        }
        if (settlement.restingTopics.add(row.topic())) {
            LOG.warnf("Topic %s takes no records, trying again: %s", row.topic(), cause.getMessage());
        }
        resting.failed(row.topic());
        settlement.trouble = row.topic() + ": " + cause.getMessage();
    }

    /** The fault is the record's own: sending it again cannot help. */
    private static boolean refused(Throwable cause) {
        return cause instanceof RecordTooLargeException || cause instanceof InvalidRecordException
                || cause instanceof InvalidTopicException || cause instanceof SerializationException;
    }

    private KafkaProducer<String, byte[]> producer() {
        if (producer == null) {
            producer = clients.orderedProducer(clientId);
        }
        return producer;
    }

    private static ProducerRecord<String, byte[]> record(OutboxRow row) {
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(row.topic(), row.key(), row.body());
        row.headers().forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return record;
    }

    private record Sent(OutboxRow row, Future<RecordMetadata> future) { }

    private static final class Settlement {
        private final List<Long> taken = new ArrayList<>();
        private final Map<OutboxRow, String> refused = new HashMap<>();
        private final Set<String> blockedKeys = new HashSet<>();
        private final Set<String> restingTopics = new HashSet<>();
        private String trouble;
    }
}
