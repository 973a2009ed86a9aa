package org.diamondhpc.messaging.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.diamondhpc.messaging.testing.TestingKafka;
import org.diamondhpc.messaging.testing.TestingPostgres;
import org.junit.jupiter.api.Test;

/** Two replicas of a service: the other one is played by a connection of the test. */
@QuarkusTest
@QuarkusTestResource(DiamondTestResource.class)
class RelayLeadershipTest {
    private static final String ROW = "insert into messaging.outbox (event_id, topic, key, headers, body)"
            + " values ('e-%s', 'test.leader', 'k', '{}', '\\x31')";
    TestingKafka kafka;
    TestingPostgres postgres;
    @Inject
    OutboxRelay relay;
    @Inject
    OutboxTable table;

    @Test
    void aReplicaWhoseConnectionDiesStandsByUntilTheOtherOneIsGone() throws SQLException {
        kafka.createTopic("test.leader", 1);
        try (Connection operator = postgres.connect(); Connection other = postgres.connect()) {
            await().atMost(Duration.ofSeconds(10)).until(relay::leading);
            await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(1)).until(() -> {
                number(operator, "select count(pg_terminate_backend(pid)) from pg_locks where locktype = 'advisory'"
                        + " and granted and classid = (%d)::oid and pid <> pg_backend_pid()".formatted(
                                Integer.toUnsignedLong("diamond.relay.messaging".hashCode())));
                return table.tryLead(other);
            });
            await().atMost(Duration.ofSeconds(10)).until(() -> !relay.leading());

            number(operator, "with row as (" + ROW.formatted("standby1") + " returning 1) select count(*) from row");
            relay.nudge();
            Duration window = Duration.ofMillis(1500);
            await().during(window).atMost(window.plusSeconds(2)).until(() -> rows(operator) == 1);
            table.stopLeading(other);
            await().atMost(Duration.ofSeconds(10)).until(() -> rows(operator) == 0);

            assertThat(relay.leading()).isTrue();
        }
    }

    private static long rows(Connection connection) throws SQLException {
        return number(connection, "select count(*) from messaging.outbox where topic = 'test.leader'");
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
