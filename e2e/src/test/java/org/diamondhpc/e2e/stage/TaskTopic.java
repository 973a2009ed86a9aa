package org.diamondhpc.e2e.stage;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.diamondhpc.schemas.Topics;

/** Everything on the task topic from its beginning, as it is appended. */
public final class TaskTopic implements AutoCloseable {
    private final Map<String, List<Seen>> byTask = new ConcurrentHashMap<>();
    private final KafkaConsumer<String, byte[]> consumer;
    private final Thread reader;

    /** One event. {@code type} is short: {@code ended}, {@code job-submitted}. */
    public record Seen(String id, String type, JsonNode body) {
    }

    TaskTopic(Map<String, String> client) {
        Map<String, Object> settings = new HashMap<>(client);
        settings.put("enable.auto.commit", "false");
        settings.put("auto.offset.reset", "earliest");
        consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> all = consumer.partitionsFor(Topics.TASK_EVENTS.topic()).stream()
                .map(p -> new TopicPartition(p.topic(), p.partition())).toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        reader = Thread.ofPlatform().daemon().name("task-topic").start(this::read);
    }

    private void read() {
        try {
            while (true) {
                consumer.poll(Duration.ofMillis(500)).forEach(this::take);
            }
        } catch (WakeupException closing) {
            consumer.close();
        }
    }

    private void take(ConsumerRecord<String, byte[]> record) {
        try {
            byTask.computeIfAbsent(record.key(), key -> new CopyOnWriteArrayList<>()).add(new Seen(header(record, "ce_id"),
                    header(record, "ce_type").replaceAll("^org\\.diamondhpc\\.task\\.|\\.v\\d+$", ""),
                    Api.JSON.readTree(record.value())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String header(ConsumerRecord<String, byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    /** A task's events in order; the same event appended twice (after a kill) is one. */
    public List<Seen> of(String task) {
        Map<String, Seen> once = new java.util.LinkedHashMap<>();
        byTask.getOrDefault(task, List.of()).forEach(seen -> once.putIfAbsent(seen.id(), seen));
        return List.copyOf(once.values());
    }

    /** How many records there are beyond the distinct events, over all tasks: what a kill between sending and noting costs. */
    public long repeated() {
        return byTask.values().stream().mapToLong(all -> all.size() - all.stream().map(Seen::id).distinct().count()).sum();
    }

    public List<String> types(String task) {
        return of(task).stream().map(Seen::type).toList();
    }

    public List<Seen> of(String task, String type) {
        return of(task).stream().filter(seen -> seen.type().equals(type)).toList();
    }

    public Seen await(String task, String type, Duration patience) {
        Wait.until(patience, () -> task + " had no " + type + ", only " + types(task), () -> !of(task, type).isEmpty());
        return of(task, type).getFirst();
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            reader.join(5000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
