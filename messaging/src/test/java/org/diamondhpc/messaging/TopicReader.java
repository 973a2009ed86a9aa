package org.diamondhpc.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.diamondhpc.messaging.kafka.CloudEvents;

/** Reads a whole topic from its start, as an operator with a console consumer would. */
final class TopicReader {
    private TopicReader() {
    }

    static List<ConsumerRecord<String, byte[]>> read(String bootstrap, String topic,
            Predicate<List<ConsumerRecord<String, byte[]>>> enough, Duration atMost) {
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        long deadline = System.nanoTime() + atMost.toNanos();
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", bootstrap,
                "auto.offset.reset", "earliest", "reconnect.backoff.max.ms", 500), new StringDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition())).toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!enough.test(records) && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    static List<ConsumerRecord<String, byte[]>> read(String bootstrap, String topic, int count) {
        return read(bootstrap, topic, records -> records.size() >= count, Duration.ofSeconds(40));
    }

    static String header(ConsumerRecord<?, ?> record, String name) {
        return CloudEvents.text(record).get(name);
    }

    static List<String> bodies(List<ConsumerRecord<String, byte[]>> records) {
        return records.stream().map(record -> new String(record.value(), java.nio.charset.StandardCharsets.UTF_8))
                .toList();
    }
}
