package org.diamondhpc.messaging.tx;

import io.agroal.api.AgroalDataSource;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jboss.logging.Logger;

/** The service's database: the current transaction's connection, and whether it is there at all. */
@Singleton
public class Database {
    private static final Logger LOG = Logger.getLogger(Database.class);
    private static final Duration PROBE_PAUSE = Duration.ofMillis(500);
    private final AgroalDataSource dataSource;
    private volatile boolean stopping;

    Database(AgroalDataSource dataSource) {
        this.dataSource = dataSource;
    }

    void stop(@Observes ShutdownEvent event) {
        stopping = true;
    }

    /** The current transaction's connection, the very one Hibernate uses; outside one, in auto-commit. */
    public Connection connection() throws SQLException {
        return dataSource.getConnection();
    }

    /** Runs statements on the current transaction's connection. */
    public <T> T with(Statements<T> statements) {
        try (Connection connection = dataSource.getConnection()) {
            return statements.on(connection);
        } catch (SQLException e) {
            throw new DatabaseException(e);
        }
    }

    /** Asks the database for an answer; must be called outside a transaction. */
    public boolean available() {
        try (Connection connection = dataSource.getConnection()) {
            return connection.isValid(2);
        } catch (SQLException away) {
            return false;
        }
    }

    /**
     * Waits until the database answers.
     *
     * @throws IllegalStateException where the service shuts down meanwhile
     */
    public void awaitAvailable() {
        boolean reported = false;
        while (!stopping) {
            if (available()) {
                return;
            }
            if (!reported) {
                LOG.warn("The database is away; waiting for it");
                reported = true;
            }
            Pause.of(PROBE_PAUSE);
        }
        throw new IllegalStateException("shutting down while the database is away");
    }

    public boolean stopping() {
        return stopping;
    }

    /** Statements on one connection. */
    @FunctionalInterface
    public interface Statements<T> {
        T on(Connection connection) throws SQLException;
    }
}
