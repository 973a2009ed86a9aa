package org.diamondhpc.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.Event;
import org.diamondhpc.schemas.event.EventTypes;

/** The other services, as far as the gateway hears of them: appends their events and reads the gateway's. */
final class Ring implements AutoCloseable {
    private final KafkaProducer<String, byte[]> producer;
    private final String bootstrap;

    Ring(String bootstrap) {
        this.bootstrap = bootstrap;
        this.producer = new KafkaProducer<>(Map.of("bootstrap.servers", bootstrap, "linger.ms", 0),
                new StringSerializer(), new ByteArraySerializer());
    }

    void say(Event event) {
        say(event, "e-" + UUID.randomUUID().toString().replace("-", ""));
    }

    void say(Event event, String id) {
        say(event.topic().topic(), event.subject(), EventTypes.of(event), id, event);
    }

    /** All at once, so that they come in few polls. */
    void sayTogether(List<? extends Event> events) {
        events.forEach(event -> send(event.topic().topic(), event.subject(), EventTypes.of(event),
                "e-" + UUID.randomUUID().toString().replace("-", ""), event));
        producer.flush();
    }

    void say(String topic, String key, String type, String id, Object body) {
        send(topic, key, type, id, body);
        producer.flush();
    }

    private void send(String topic, String key, String type, String id, Object body) {
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, key, body == null ? null : bytes(body));
        Map.of("ce_specversion", "1.0", "ce_id", id, "ce_type", type, "ce_source", "/diamond/other-svc",
                "ce_subject", key, "ce_time", Instant.now().toString(), "content-type", "application/json")
                .forEach((k, v) -> record.headers().add(k, v.getBytes(StandardCharsets.UTF_8)));
        producer.send(record);
    }

    /** Everything said so far under this key, by type. */
    List<String> types(Topics topic, String key) {
        return types(topic.topic(), key);
    }

    List<String> types(String topic, String key) {
        List<String> types = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> record : records(topic)) {
            if (key.equals(record.key())) {
                types.add(new String(record.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8)
                        .replaceAll("org\\.diamondhpc\\.|\\.v1", ""));
            }
        }
        return types;
    }

    <E> List<E> bodies(Topics topic, String key, Class<E> type) {
        List<E> bodies = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> record : records(topic.topic())) {
            String named = new String(record.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8);
            if (key.equals(record.key()) && EventTypes.named(named).filter(type::isAssignableFrom).isPresent()) {
                try {
                    bodies.add(DiamondJson.json().readValue(record.value(), type));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return bodies;
    }

    private List<ConsumerRecord<String, byte[]>> records(String topic) {
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", bootstrap),
                new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> all = consumer.partitionsFor(topic).stream()
                    .map(p -> new TopicPartition(p.topic(), p.partition())).toList();
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
            while (all.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
            return records;
        }
    }

    private static byte[] bytes(Object body) {
        try {
            return DiamondJson.json().writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
