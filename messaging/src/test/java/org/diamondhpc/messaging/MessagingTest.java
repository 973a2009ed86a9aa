package org.diamondhpc.messaging;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import javax.sql.DataSource;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.diamondhpc.messaging.testing.TestingKafka;
import org.diamondhpc.messaging.testing.TestingPostgres;
import org.diamondhpc.schemas.id.IdSource;

/** What the tests of this module share: the real servers, and shorthand for events, transactions and SQL. */
@QuarkusTestResource(DiamondTestResource.class)
abstract class MessagingTest {
    static final String ECHO = "test.echo";
    TestingKafka kafka;
    TestingPostgres postgres;
    @Inject
    Outbox outbox;
    @Inject
    IdSource ids;
    @Inject
    Clock clock;
    @Inject
    DataSource dataSource;

    OutgoingEvent event(String topic, String key, Object body) {
        return new OutgoingEvent(ids.event(), topic, key, "test.happened.v1", key, "/test", clock.instant(), body);
    }

    void publish(OutgoingEvent... events) {
        inTransaction(() -> {
            for (OutgoingEvent event : events) {
                outbox.append(event);
            }
        });
    }

    static void inTransaction(Runnable body) {
        QuarkusTransaction.requiringNew().run(body);
    }

    long number(String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void sql(String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
