package org.diamondhpc.discovery;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.event.EventTypes;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.TaskId;

/** Follows a topic from its start, as an operator would. */
final class TopicTail implements AutoCloseable {
    private final List<ConsumerRecord<String, byte[]>> records = new CopyOnWriteArrayList<>();
    private final Thread reader;
    private volatile boolean closing;

    TopicTail(String bootstrap, String topic) {
        reader = Thread.ofPlatform().start(() -> read(bootstrap, topic));
    }

    private void read(String bootstrap, String topic) {
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", bootstrap,
                "auto.offset.reset", "earliest"), new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition())).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!closing) {
                consumer.poll(Duration.ofMillis(50)).forEach(records::add);
            }
        }
    }

    List<ConsumerRecord<String, byte[]>> records() {
        return records;
    }

    /** A task's events of one type so far. */
    <T extends TaskEvent> List<T> of(Class<T> type, TaskId task) {
        return records.stream().filter(r -> task.value().equals(r.key())).filter(r -> type(r).equals(EventTypes.of(type)))
                .map(r -> read(r, type)).toList();
    }

    <T extends TaskEvent> T one(Class<T> type, TaskId task) {
        return one(type, task, event -> true);
    }

    <T extends TaskEvent> T one(Class<T> type, TaskId task, Predicate<T> which) {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(20))
                .until(() -> of(type, task).stream().filter(which).toList(), some -> !some.isEmpty()).getFirst();
    }

    static <T> T read(ConsumerRecord<String, byte[]> record, Class<T> type) {
        try {
            return DiamondJson.json().readValue(record.value(), type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String type(ConsumerRecord<String, byte[]> record) {
        return new String(record.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        closing = true;
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
