package org.diamondhpc.globus.simulator;

import java.util.List;
import org.diamondhpc.globus.simulator.model.ClientCredentials;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.model.Limits;

/**
 * How a simulator starts.
 *
 * @param port 0 for a free one, on loopback
 * @param clients at least one; the first owns what nobody else owns
 */
public record SimulatorConfig(int port, List<ClientCredentials> clients, Limits limits,
        List<CollectionSpec> collections) {
    public SimulatorConfig {
        clients = List.copyOf(clients);
        collections = List.copyOf(collections);
        if (clients.isEmpty()) {
            throw new IllegalArgumentException("a simulator needs a client");
        }
    }

    /** A free port, one fresh client, Globus's own limits, and no collections yet. */
    public static SimulatorConfig fresh() {
        return new SimulatorConfig(0, List.of(ClientCredentials.fresh()), Limits.GLOBUS, List.of());
    }

    public SimulatorConfig withLimits(Limits other) {
        return new SimulatorConfig(port, clients, other, collections);
    }

    public SimulatorConfig withPort(int other) {
        return new SimulatorConfig(other, clients, limits, collections);
    }
}
