package org.diamondhpc.messaging.testing;

import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** The same servers as containers, for machines with a container engine. */
final class ContainerServers implements AutoCloseable {
    private final KafkaContainer kafka = new KafkaContainer("apache/kafka:4.1.2")
            .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
            .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0");
    private final PostgreSQLContainer postgres = new PostgreSQLContainer("postgres:17");

    ContainerServers() {
        kafka.start();
        postgres.start();
    }

    static boolean possible() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    TestingKafka kafka() {
        return TestingKafka.at(kafka.getBootstrapServers());
    }

    TestingPostgres postgres() {
        return TestingPostgres.at(postgres.getJdbcUrl(), postgres.getUsername(), postgres.getPassword());
    }

    @Override
    public void close() {
        kafka.stop();
        postgres.stop();
    }
}
