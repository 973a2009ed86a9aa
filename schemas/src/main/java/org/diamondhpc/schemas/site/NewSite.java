package org.diamondhpc.schemas.site;

import org.diamondhpc.schemas.id.SiteId;

/**
 * A site that is to be added, as far as its operator says it.
 *
 * @param id what it shall be called; absent: the first name of the host
 * @param user the login
 * @param jump a site that leads there; absent: none
 * @param hostKey the accepted key: its fingerprint ({@code SHA256:…}) or its line; absent: not seen yet
 * @param access how to log in; absent: whatever Diamond's own user has, an agent first
 * @param family the scheduler's family; absent: found out
 * @param prologue sh lines before each command; absent: found out
 * @param root where Diamond keeps its files; absent: {@code $HOME/.diamond}
 * @param tenant whose login it is; absent: everybody's
 */
public record NewSite(SiteId id, String host, int port, String user, SiteId jump, String hostKey, Access access,
        String family, String prologue, String root, String tenant) {
    public static final int SSH = 22;

    public NewSite {
        port = port == 0 ? SSH : port;
    }

    /**
     * A way to log in. Paths are of the machine that Diamond runs on.
     *
     * @param keyFile for KEY and CERTIFICATE; for KEYBOARD_INTERACTIVE where the site wants a key as well
     * @param socket the agent's; absent: {@code SSH_AUTH_SOCK}
     */
    public record Access(Kind kind, String keyFile, String certificateFile, String socket) {
        /** What proves who one is. */
        public enum Kind {
            KEY, CERTIFICATE, AGENT, KEYBOARD_INTERACTIVE
        }
    }
}
