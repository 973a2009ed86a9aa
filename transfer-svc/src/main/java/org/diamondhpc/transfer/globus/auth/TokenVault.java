package org.diamondhpc.transfer.globus.auth;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Keeps sealed tokens, for all replicas of the service and across restarts. */
public interface TokenVault {
    Optional<Sealed> find(String identity);

    void put(String identity, Sealed sealed);

    /**
     * @param refresh a refresh token newer than the configured one; null where there is none
     * @param dataAccess the collections the access token was asked for
     */
    record Sealed(byte[] access, byte[] refresh, List<String> dataAccess, Instant obtained, Instant expires) {
        public Sealed {
            dataAccess = List.copyOf(dataAccess);
        }
    }
}
