package org.diamondhpc.bench.parked;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.EventTypes;
import org.diamondhpc.schemas.event.SessionEvent;

/**
 * When each wake was durable: the outbox sends its event after the wake's transaction has committed, and the record
 * carries the time of sending. The true moment is a little earlier.
 */
final class WakeStream implements AutoCloseable {
    private static final String WAKE = EventTypes.of(SessionEvent.WakeIssued.class);

    private final KafkaConsumer<String, byte[]> consumer;
    private final Map<String, Long> first = new ConcurrentHashMap<>(200_000);
    private final Thread thread;
    private final AtomicInteger wakes = new AtomicInteger();

    WakeStream(Map<String, String> client) {
        Map<String, Object> settings = new HashMap<>(client);
        settings.put("enable.auto.commit", "false");
        consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> all = consumer.partitionsFor(Topics.SESSION_EVENTS.topic()).stream()
                .map(p -> new TopicPartition(p.topic(), p.partition())).toList();
        consumer.assign(all);
        consumer.seekToEnd(all);
        all.forEach(consumer::position);
        thread = Thread.ofPlatform().daemon().name("wake-stream").start(this::read);
    }

    private void read() {
        try {
            while (true) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    if (WAKE.equals(new String(record.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8))) {
                        first.putIfAbsent(record.key(), record.timestamp());
                        wakes.incrementAndGet();
                    }
                }
            }
        } catch (WakeupException asked) {
            consumer.close();
        }
    }

    /** In milliseconds since 1970; null: not woken yet. */
    Long at(String session) {
        return first.get(session);
    }

    /** Sessions woken so far. */
    int sessions() {
        return first.size();
    }

    /** Wakes so far; more than sessions where one was woken twice. */
    int wakes() {
        return wakes.get();
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
