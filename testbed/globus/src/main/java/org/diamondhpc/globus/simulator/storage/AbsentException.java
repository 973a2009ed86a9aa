package org.diamondhpc.globus.simulator.storage;

import java.io.IOException;

/** The file system is not there: its site is down. */
public final class AbsentException extends IOException {
    private static final long serialVersionUID = 1;

    AbsentException(String message, Throwable cause) {
        super(message, cause);
    }
}
