package org.diamondhpc.cli.shell;

import java.util.LinkedHashMap;
import java.util.Map;
import org.diamondhpc.cli.client.Failure;
import org.diamondhpc.schemas.reason.Reason;

/** Exit codes, for scripts; they never change their meaning. */
public enum Exit {
    OK(0, "done"),
    FAILED(1, "a task, a transfer or an operation failed"),
    USAGE(2, "bad usage, or a specification that is not valid"),
    ENVIRONMENT(3, "this machine: no instance named, a file that cannot be used"),
    NOT_FOUND(4, "not found"),
    AUTH(5, "no token, or one that may not do this"),
    TEMPORARY(6, "may work later: not running now, a site in trouble, time up"),
    /** By the user; the JVM's own code for SIGINT. */
    INTERRUPTED(130, "interrupted");

    private final int code;
    private final String meaning;

    Exit(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /** For the help. */
    public static Map<String, String> listed() {
        Map<String, String> all = new LinkedHashMap<>();
        for (Exit exit : values()) {
            all.put(String.format("%3d", exit.code), exit.meaning);
        }
        return all;
    }

    public int code() {
        return code;
    }

    public static Exit of(boolean success) {
        return success ? OK : FAILED;
    }

    static Exit of(Failure failure) {
        if (failure.is(Reason.INVALID_NOT_FOUND) || failure.is(Reason.SITE_UNKNOWN)
                || failure.is(Reason.SITE_NO_SUCH_FILE) || failure.is(Reason.TRANSFER_SOURCE_MISSING)) {
            return NOT_FOUND;
        }
        if (failure.reason().startsWith("AUTH_") || failure.is(Reason.POLICY_DENIED)
                || failure.is(Reason.SITE_NO_ACCOUNT) || failure.is(Reason.SITE_AUTH_REFUSED)) {
            return AUTH;
        }
        if (failure.reason().startsWith("INVALID_")) {
            return USAGE;
        }
        return failure.temporary() ? TEMPORARY : FAILED;
    }
}
