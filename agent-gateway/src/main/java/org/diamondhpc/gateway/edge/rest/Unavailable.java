package org.diamondhpc.gateway.edge.rest;

import java.net.ConnectException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.SQLRecoverableException;

/** Tells a database that is away or overloaded from an error of Diamond's own. */
public final class Unavailable {
    private Unavailable() {
    }

    public static boolean is(Throwable e) {
        for (Throwable t = e; t != null && t != t.getCause(); t = t.getCause()) {
            if (t instanceof ConnectException || t instanceof SQLTransientException
                    || t instanceof SQLRecoverableException || t instanceof SQLException sql && away(sql)) {
                return true;
            }
        }
        return false;
    }

    /** Connection trouble, too many connections, shutdown, and transactions the database itself chose to undo. */
    private static boolean away(SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        boolean acquisition = e.getMessage() != null && e.getMessage().contains("acquire");
        return acquisition || state.startsWith("08") || state.startsWith("53") || state.startsWith("57P")
                || state.startsWith("40") || state.equals("23505");
    }
}
