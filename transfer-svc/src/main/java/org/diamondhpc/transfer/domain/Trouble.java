package org.diamondhpc.transfer.domain;

import org.diamondhpc.schemas.reason.Reason;

/** What a failed move calls for. */
public enum Trouble {
    /** The site is away, busy or waits for a login, or the connection was cut: wait and go on. */
    AWAY,
    /** No room at the target: another site may have some. */
    FULL,
    /** The bytes are not what they should be: move them again. */
    DIFFERENT,
    /** It is not there: another copy may be. */
    MISSING,
    /** Waiting does not help. */
    FINAL;

    public static Trouble of(Reason reason) {
        return switch (reason) {
            case SITE_UNREACHABLE, SITE_NEEDS_LOGIN, SITE_BUSY, SITE_CONNECTION_LOST, SITE_TIMEOUT,
                    TRANSFER_INTERRUPTED -> AWAY;
            case SITE_DISK_FULL, TRANSFER_STORE_FULL -> FULL;
            case TRANSFER_CHECKSUM_MISMATCH -> DIFFERENT;
            case TRANSFER_SOURCE_MISSING, SITE_NO_SUCH_FILE -> MISSING;
            default -> FINAL;
        };
    }
}
