package org.diamondhpc.messaging.tx;

import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.Set;

/** What kind of trouble an exception of the database is. */
public final class Trouble {
    /** SQLSTATE classes after which the same transaction may succeed; PostgreSQL's manual, appendix A. */
    private static final Set<String> PASSING = Set.of(
            "08", // connection exception
            "40", // serialization failure, deadlock
            "53", // insufficient resources
            "55", // lock not available, object in use
            "57", // operator intervention: shutdown, cancelled statement
            "58"); // I/O error

    private Trouble() {
    }

    /** Whether trying the same transaction again may help. */
    public static boolean passing(Throwable failure) {
        int depth = 0;
        for (Throwable each = failure; each != null && depth < 20; each = each.getCause(), depth++) {
            if (each instanceof SQLTransientException
                    || each instanceof jakarta.persistence.OptimisticLockException
                    || each instanceof jakarta.persistence.PessimisticLockException
                    || each instanceof SQLException sql && passing(sql.getSQLState())
                    || suppressed(each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean passing(String state) {
        return state != null && state.length() == 5 && PASSING.contains(state.substring(0, 2));
    }

    /** The transaction manager reports why a commit failed as suppressed exceptions. */
    private static boolean suppressed(Throwable failure) {
        for (Throwable each : failure.getSuppressed()) {
            if (each != failure && passing(each)) {
                return true;
            }
        }
        return false;
    }
}
