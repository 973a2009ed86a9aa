package org.diamondhpc.transfer.globus.auth;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * An access token.
 *
 * @param value the secret
 * @param dataAccess the collections it was asked for
 */
public record Token(String value, Set<String> dataAccess, Instant obtained, Instant expires) {
    /** A new one is due when so much of the life is left: of 48 hours the last five. */
    private static final int EARLY_PART = 10;

    public Token {
        dataAccess = Set.copyOf(dataAccess);
    }

    public boolean dueAt(Instant now) {
        Duration life = Duration.between(obtained, expires);
        return !now.isBefore(expires.minus(life.dividedBy(EARLY_PART)));
    }

    public boolean validAt(Instant now) {
        return now.isBefore(expires);
    }

    public boolean covers(Set<String> collections) {
        return dataAccess.containsAll(collections);
    }

    @Override
    public String toString() {
        return "Token[expires=" + expires + "]";
    }
}
