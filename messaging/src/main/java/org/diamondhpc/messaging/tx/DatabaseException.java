package org.diamondhpc.messaging.tx;

import java.sql.SQLException;

/** Trouble with the database, for callers that have no use for checked exceptions. */
public class DatabaseException extends RuntimeException {
    public DatabaseException(SQLException cause) {
        super(cause.getMessage(), cause);
    }
}
