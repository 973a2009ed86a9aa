package org.diamondhpc.gateway.intake;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.diamondhpc.gateway.audit.Journal;

/** Passes over what this service published, before it costs a transaction. */
final class OwnEvents {
    private OwnEvents() {
    }

    static ConsumerRecords<String, byte[]> without(ConsumerRecords<String, byte[]> records) {
        Map<TopicPartition, List<ConsumerRecord<String, byte[]>>> foreign = new LinkedHashMap<>();
        for (ConsumerRecord<String, byte[]> record : records) {
            if (!own(record)) {
                foreign.computeIfAbsent(new TopicPartition(record.topic(), record.partition()),
                        p -> new ArrayList<>()).add(record);
            }
        }
        return new ConsumerRecords<>(foreign, records.nextOffsets());
    }

    private static boolean own(ConsumerRecord<String, byte[]> record) {
        Header source = record.headers().lastHeader("ce_source");
        return source != null && Journal.SOURCE.equals(new String(source.value(), StandardCharsets.UTF_8));
    }
}
