package org.diamondhpc.transfer;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.Event;
import org.diamondhpc.schemas.event.EventTypes;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.event.TransferEvent;

/** Writes and reads Diamond's events as the other services do. */
final class Topic implements AutoCloseable {
    private final KafkaProducer<String, byte[]> producer;
    private final KafkaConsumer<String, byte[]> consumer;
    private final List<Seen> seen = new ArrayList<>();

    record Seen(Event event, Instant at) {
    }

    Topic(String bootstrap) {
        producer = new KafkaProducer<>(Map.of("bootstrap.servers", bootstrap, "linger.ms", "0"),
                new StringSerializer(), new ByteArraySerializer());
        consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", bootstrap, "group.id", "test-" + UUID.randomUUID(),
                "auto.offset.reset", "earliest"), new StringDeserializer(), new ByteArrayDeserializer());
        consumer.subscribe(List.of(Topics.TASK_EVENTS.topic(), Topics.TRANSFER_EVENTS.topic()));
        consumer.poll(Duration.ofSeconds(1));
    }

    String send(Event event) {
        String id = "e-" + UUID.randomUUID().toString().replace("-", "").substring(0, 24);
        send(event, id);
        return id;
    }

    void send(Event event, String id) {
        try {
            ProducerRecord<String, byte[]> record = new ProducerRecord<>(event.topic().topic(), event.subject(),
                    DiamondJson.json().writeValueAsBytes(event));
            Map.of("ce_id", id, "ce_type", EventTypes.of(event), "ce_subject", event.subject(), "ce_source", "/test",
                    "ce_time", Instant.now().toString(), "ce_specversion", "1.0", "content-type", "application/json")
                    .forEach((k, v) -> record.headers().add(k, v.getBytes(StandardCharsets.UTF_8)));
            producer.send(record).get();
        } catch (InterruptedException | ExecutionException | com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first event of a type about a subject. */
    <E extends Event> E await(Class<E> type, String subject) {
        return type.cast(awaitSeen(e -> type.isInstance(e) && e.subject().equals(subject), type.getSimpleName()).event());
    }

    Seen awaitSeen(Predicate<Event> wanted, String what) {
        Instant end = Instant.now().plusSeconds(40);
        int looked = 0;
        while (Instant.now().isBefore(end)) {
            for (; looked < seen.size(); looked++) {
                if (wanted.test(seen.get(looked).event())) {
                    return seen.get(looked);
                }
            }
            poll(Duration.ofMillis(50));
        }
        throw new AssertionError("no " + what + " among " + seen.stream().map(s -> s.event().getClass().getSimpleName()
                + " " + s.event().subject()).toList());
    }

    /** Everything about a subject that came within a while. */
    List<Event> all(String subject, Duration within) {
        Instant end = Instant.now().plus(within);
        while (Instant.now().isBefore(end)) {
            poll(Duration.ofMillis(50));
        }
        return seen.stream().map(Seen::event).filter(e -> e.subject().equals(subject)).toList();
    }

    private void poll(Duration wait) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(wait)) {
            String type = new String(record.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8);
            EventTypes.named(type).filter(c -> TaskEvent.class.isAssignableFrom(c)
                    || TransferEvent.class.isAssignableFrom(c)).ifPresent(c -> {
                try {
                    seen.add(new Seen(DiamondJson.json().readValue(record.value(), c), Instant.now()));
                } catch (java.io.IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
