package org.diamondhpc.messaging.kafka;

import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.microprofile.config.Config;

/**
 * This module's own Kafka clients. Every {@code kafka.*} setting (security, TLS, bootstrap servers) applies to them
 * as it does to the connector's.
 */
@Singleton
public class KafkaClients {
    private final Config config;

    KafkaClients(Config config) {
        this.config = config;
    }

    /**
     * A producer that keeps the order and gives nothing up: a batch is tried until the broker takes or refuses it,
     * because giving up on one batch while a later one succeeds would swap events of a key.
     */
    public KafkaProducer<String, byte[]> orderedProducer(String clientId) {
        Map<String, Object> settings = common(clientId);
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2_000L);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        return producer(settings);
    }

    /** A producer for questions and answers, which are of no use late. */
    public KafkaProducer<String, byte[]> promptProducer(String clientId) {
        Map<String, Object> settings = common(clientId);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 10_000);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000L);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        return producer(settings);
    }

    /** A consumer without a group, which commits nothing. */
    public KafkaConsumer<String, byte[]> listener(String clientId) {
        Map<String, Object> settings = common(clientId);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    private static KafkaProducer<String, byte[]> producer(Map<String, Object> settings) {
        return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
    }

    private Map<String, Object> common(String clientId) {
        Map<String, Object> settings = new HashMap<>();
        for (String name : config.getPropertyNames()) {
            Optional<String> value = name.startsWith("kafka.")
                    ? config.getOptionalValue(name, String.class) : Optional.empty();
            value.ifPresent(present -> settings.put(name.substring("kafka.".length()), present));
        }
        settings.put("bootstrap.servers", config.getValue("kafka.bootstrap.servers", String.class));
        settings.put("client.id", clientId);
        settings.put("reconnect.backoff.max.ms", 1_000L);
        settings.put("retry.backoff.max.ms", 1_000L);
        settings.put("metadata.max.age.ms", 30_000L);
        return settings;
    }
}
