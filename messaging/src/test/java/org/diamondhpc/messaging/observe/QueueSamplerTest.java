package org.diamondhpc.messaging.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(DiamondTestResource.class)
class QueueSamplerTest {
    @Inject
    QueueSampler sampler;
    @Inject
    MeterRegistry meters;
    @Inject
    @Readiness
    MessagingReadiness readiness;
    @Inject
    DataSource dataSource;

    @Test
    void operatorsSeeWhatWaitsAndWhatIsStuck() throws SQLException {
        sql("insert into work_item (kind, key, lane, payload, failures) values ('unknown-kind', 'a', 'site-x', '{}', 3)");
        sql("insert into outbox (event_id, topic, key, headers, parked_at) values ('e', 'test.parked', 'k', '{}', now())");

        sampler.sample();

        assertThat(meters.get("diamond.work.depth").tags("kind", "unknown-kind", "lane", "site-x").gauge().value())
                .isEqualTo(1);
        assertThat(meters.get("diamond.work.failing").tags("kind", "unknown-kind").gauge().value()).isEqualTo(1);
        assertThat(meters.get("diamond.outbox.parked").gauge().value()).isEqualTo(1);
        sql("delete from work_item where kind = 'unknown-kind'");
        sql("delete from outbox where topic = 'test.parked'");
    }

    @Test
    void readinessNamesDatabaseAndBroker() {
        HealthCheckResponse response = readiness.call();

        assertThat(response.getStatus()).isEqualTo(HealthCheckResponse.Status.UP);
        assertThat(response.getData().orElseThrow()).containsEntry("database", "up").containsKeys("broker", "relay");
    }

    private void sql(String sql) throws SQLException {
        try (var connection = dataSource.getConnection(); var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
