package org.diamondhpc.globus.simulator.auth;

import java.time.Instant;
import java.util.List;

/**
 * A token for one service.
 *
 * @param scopes base scopes only
 */
public record Token(String value, String client, String resourceServer, List<String> scopes, Instant issued, Instant expires) {
    /** Without its value, which is a secret. */
    @Override
    public String toString() {
        return "Token[client=" + client + ", resourceServer=" + resourceServer + ", expires=" + expires + "]";
    }
}
