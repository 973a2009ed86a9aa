package org.diamondhpc.messaging.testing;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Broker, topics and database for a service's tests, by one annotation:
 * {@code @QuarkusTestResource(DiamondTestResource.class)}. A test that takes a server away has a
 * field of type {@link TestingKafka} or {@link TestingPostgres}, which is filled before each test, and brings the
 * server back itself.
 */
public class DiamondTestResource implements QuarkusTestResourceLifecycleManager {
    private TestingKafka kafka;
    private TestingPostgres postgres;
    private Path claims;
    private AutoCloseable containers;

    /** With {@code -Ddiamond.test.servers=containers} the servers are containers, which cannot be taken away. */
    static boolean containersWanted() {
        return "containers".equals(System.getProperty("diamond.test.servers"));
    }

    /** Empty where the tests can run; else why not. */
    public static Optional<String> missing() {
        return containersWanted() && !ContainerServers.possible()
                ? Optional.of("no container engine answers on this machine; run without -Pcontainers to test against"
                        + " the embedded servers") : Optional.empty();
    }

    @Override
    public Map<String, String> start() {
        if (containersWanted()) {
            ContainerServers servers = new ContainerServers();
            containers = servers;
            kafka = servers.kafka();
            postgres = servers.postgres();
        } else {
            kafka = new TestingKafka();
            postgres = new TestingPostgres();
        }
        kafka.createDiamondTopics();
        claims = Folder.temporary("diamond-claims-");
        Map<String, String> config = new HashMap<>();
        config.put("kafka.bootstrap.servers", kafka.bootstrapServers());
        config.put("quarkus.datasource.jdbc.url", postgres.jdbcUrl());
        config.put("quarkus.datasource.username", postgres.user());
        config.put("quarkus.datasource.password", postgres.password());
        config.put("quarkus.devservices.enabled", "false");
        config.put("quarkus.http.test-port", "0");
        config.put("diamond.claims.dir", claims.toString());
        // The broker runs in this JVM and tells every step of every partition.
        for (String category : new String[] {"kafka", "state.change.logger", "org.apache.kafka", "data-plane-kafka"}) {
            config.put("quarkus.log.category.\"" + category + "\".level", "ERROR");
        }
        return config;
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(kafka, new TestInjector.MatchesType(TestingKafka.class));
        injector.injectIntoFields(postgres, new TestInjector.MatchesType(TestingPostgres.class));
    }

    @Override
    public void stop() {
        if (kafka != null) {
            kafka.close();
        }
        if (postgres != null) {
            postgres.close();
        }
        if (claims != null) {
            Folder.delete(claims);
        }
        if (containers != null) {
            try {
                containers.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
