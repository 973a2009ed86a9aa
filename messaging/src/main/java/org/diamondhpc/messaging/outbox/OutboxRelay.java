package org.diamondhpc.messaging.outbox;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.diamondhpc.messaging.tx.Database;
import org.diamondhpc.messaging.tx.Nudge;
import org.jboss.logging.Logger;

/**
 * The loop that empties the outbox. Of all replicas of a service the one whose connection holds the session lock
 * sends; the others look every poll whether it is free. A former leader that still has records in flight can only
 * repeat records, in their order.
 */
@Singleton
public class OutboxRelay {
    private static final Logger LOG = Logger.getLogger(OutboxRelay.class);
    private static final Duration AFTER_TROUBLE = Duration.ofMillis(500);
    private final Database database;
    private final OutboxTable table;
    private final RelayBatch batch;
    private final OutboxConfig config;
    private final Nudge nudge = new Nudge();
    private volatile boolean stopped;
    private volatile boolean leading;
    private Thread loop;

    OutboxRelay(Database database, OutboxTable table, RelayBatch batch, OutboxConfig config) {
        this.database = database;
        this.table = table;
        this.batch = batch;
        this.config = config;
    }

    void start(@Observes StartupEvent event) {
        if (config.relay()) {
            stopped = false;
            loop = Thread.ofPlatform().daemon().name("outbox-relay").start(this::run);
        }
    }

    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        stopped = true;
        if (loop != null) {
            loop.interrupt();
            loop.join(Duration.ofSeconds(5));
        }
        batch.close();
    }

    /** There are new rows. */
    public void nudge() {
        nudge.now();
    }

    /** Whether this replica is the one that sends. */
    public boolean leading() {
        return leading;
    }

    /** Why the latest record was not taken, null where all is well. */
    public String trouble() {
        return batch.trouble();
    }

    private void run() {
        while (!stopped) {
            try (Connection connection = database.connection()) {
                relay(connection);
            } catch (SQLException e) {
                if (!stopped) {
                    LOG.warnf("The relay lost its database connection: %s", e.getMessage());
                    rest(AFTER_TROUBLE);
                }
            } catch (InterruptedException e) {
                // Asked to stop.
            } catch (RuntimeException | Error e) {
                // Nothing may end this loop but stop(): without it the service is mute.
                if (!stopped) {
                    LOG.error("The relay failed; it starts again with a new producer", e);
                    batch.close();
                    rest(AFTER_TROUBLE);
                }
            } finally {
                leading = false;
            }
        }
    }

    private void relay(Connection connection) throws SQLException, InterruptedException {
        while (!stopped && !table.tryLead(connection)) {
            nudge.await(config.poll());
        }
        if (stopped) {
            return;
        }
        leading = true;
        try {
            // A deletion lost in a crash of the database only repeats records that the inboxes pass over.
            execute(connection, "set synchronous_commit = off");
            while (!stopped) {
                if (!batch.send(connection)) {
                    nudge.await(config.poll());
                }
            }
        } finally {
            release(connection);
        }
    }

    private void release(Connection connection) {
        try {
            table.stopLeading(connection);
            execute(connection, "reset synchronous_commit");
        } catch (SQLException gone) {
            // The lock went with the connection.
            LOG.debug("lock already gone", gone);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void rest(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            // Only stop() interrupts, and the loop looks at the flag.
            LOG.debug("woken to stop");
        }
    }
}
