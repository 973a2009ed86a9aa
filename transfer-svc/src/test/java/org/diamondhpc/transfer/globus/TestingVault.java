package org.diamondhpc.transfer.globus;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.transfer.globus.auth.TokenVault;

/** Sealed tokens in a map. */
public final class TestingVault implements TokenVault {
    private final Map<String, Sealed> kept = new HashMap<>();

    @Override
    public Optional<Sealed> find(String identity) {
        return Optional.ofNullable(kept.get(identity));
    }

    @Override
    public void put(String identity, Sealed sealed) {
        kept.put(identity, sealed);
    }
}
