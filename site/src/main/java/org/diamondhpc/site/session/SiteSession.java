package org.diamondhpc.site.session;

import org.diamondhpc.schemas.id.AccountId;

/**
 * One account at one site. Thread-safe; any number of callers share its few kept connections and wait in turn for a
 * channel. Every method may throw {@link SiteException} with SITE_UNREACHABLE, SITE_NEEDS_LOGIN, SITE_AUTH_REFUSED,
 * SITE_HOST_KEY_UNKNOWN, SITE_HOST_KEY_CHANGED, SITE_BUSY or SITE_MISCONFIGURED before anything happened at the site,
 * and with SITE_CONNECTION_LOST or SITE_TIMEOUT where something may have.
 */
public interface SiteSession {
    AccountId account();

    /** Runs a command to its end; any exit status is a healthy answer. */
    CommandResult run(RemoteCommand command);

    /** Starts a command whose streams the caller reads and writes. */
    RemoteStream open(RemoteCommand command);

    RemoteFiles files();

    /**
     * Follows a file as it grows; a file that is not there is created empty (its folder must exist).
     *
     * @param fromByte where to begin, 0 for the whole file
     */
    Follow follow(String path, long fromByte, LineListener listener);

    /** The login's home folder, absolute; asked for once. */
    String home();

    /** A path of a profile with its leading {@code $HOME} or {@code ~} replaced by {@link #home()}. */
    default String expand(String path) {
        for (String prefix : new String[] {"$HOME", "~"}) {
            if (path.equals(prefix) || path.startsWith(prefix + "/")) {
                return home() + path.substring(prefix.length());
            }
        }
        return path;
    }

    SiteHealth health();
}
