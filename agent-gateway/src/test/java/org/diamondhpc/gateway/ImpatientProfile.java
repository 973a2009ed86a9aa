package org.diamondhpc.gateway;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** Looks often and is alarmed early, so that a test need not wait. */
public class ImpatientProfile implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of("diamond.gateway.attention.stall-minimum", "1s", "diamond.gateway.log-watch.shortest", "100ms",
                "diamond.gateway.log-watch.longest", "200ms");
    }
}
