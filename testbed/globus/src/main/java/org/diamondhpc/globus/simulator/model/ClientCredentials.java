package org.diamondhpc.globus.simulator.model;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.UUID;

/** A confidential client, which is an identity of its own. The secret is not shown. */
public record ClientCredentials(String id, String secret) {
    private static final SecureRandom RANDOM = new SecureRandom();

    public static ClientCredentials fresh() {
        byte[] bytes = new byte[32];
        RANDOM.nextBytes(bytes);
        return new ClientCredentials(UUID.randomUUID().toString(),
                Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    public String username() {
        return id + "@clients.auth.globus.org";
    }

    @Override
    public String toString() {
        return "ClientCredentials[id=" + id + "]";
    }
}
