package org.diamondhpc.messaging.testing;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

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

    @Override
    public Map<String, String> start() {
        kafka = new TestingKafka();
        kafka.createDiamondTopics();
        postgres = new TestingPostgres();
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
    }
}
