package org.diamondhpc.transfer.globus.auth;

import java.nio.file.Path;
import java.util.Optional;

/** How an identity proves itself. Secrets are read from their files when they are needed and kept nowhere. */
public sealed interface Grant {
    String clientId();

    Optional<Path> secretFile();

    /** A client that acts for itself. */
    record ClientCredentials(String clientId, Path secret) implements Grant {
        @Override
        public Optional<Path> secretFile() {
            return Optional.of(secret);
        }
    }

    /**
     * A client that acts for the person who signed on once.
     *
     * @param secretFile empty for a client without a secret
     * @param tokenFile the refresh token as it was first given; a newer one is kept with the tokens
     */
    record RefreshToken(String clientId, Optional<Path> secretFile, Path tokenFile) implements Grant {
    }
}
