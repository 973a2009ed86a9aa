package org.diamondhpc.messaging.work;

import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.diamondhpc.messaging.tx.Database;
import org.diamondhpc.messaging.tx.ServiceConfig;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * This process's name in the leases. A process that comes back under its old name takes its rows up at once instead
 * of waiting for the leases to run out. That is safe only if the old one is dead, so the name is guarded by a session
 * lock: while another living process has it, this one takes a name of its own.
 */
@Singleton
class InstanceLock {
    private static final Logger LOG = Logger.getLogger(InstanceLock.class);
    private final Database database;
    private final String wanted;
    private final int lockClass;
    private volatile String name;
    private Connection connection;

    InstanceLock(Database database, ServiceConfig service, @ConfigProperty(name = "diamond.instance") String wanted) {
        this.database = database;
        this.wanted = wanted;
        this.lockClass = ("diamond.instance." + service.schema()).hashCode();
    }

    /** The name, once {@link #hold} was called. */
    String name() {
        return name;
    }

    /** Takes the lock, or takes it again after the database was away; true where the wanted name is ours. */
    synchronized boolean hold() throws SQLException {
        if (connection != null && connection.isValid(2)) {
            return name.equals(wanted);
        }
        release();
        Connection fresh = database.connection();
        if (lock(fresh)) {
            connection = fresh;
            name = wanted;
            return true;
        }
        fresh.close();
        if (name == null || name.equals(wanted)) {
            name = wanted + "-" + UUID.randomUUID().toString().substring(0, 8);
            LOG.warnf("Another process is instance %s; this one is %s", wanted, name);
        }
        return false;
    }

    synchronized void release() {
        if (connection != null) {
            try (Connection closing = connection;
                    PreparedStatement unlock = closing.prepareStatement("select pg_advisory_unlock(?, ?)")) {
                unlock.setInt(1, lockClass);
                unlock.setInt(2, wanted.hashCode());
                unlock.execute();
            } catch (SQLException gone) {
                LOG.debug("lock already gone", gone);
            }
            connection = null;
        }
    }

    private boolean lock(Connection fresh) throws SQLException {
        try (PreparedStatement lock = fresh.prepareStatement("select pg_try_advisory_lock(?, ?)")) {
            lock.setInt(1, lockClass);
            lock.setInt(2, wanted.hashCode());
            try (ResultSet result = lock.executeQuery()) {
                return result.next() && result.getBoolean(1);
            }
        }
    }
}
