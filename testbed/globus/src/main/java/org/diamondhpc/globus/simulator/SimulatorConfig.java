package org.diamondhpc.globus.simulator;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.globus.simulator.model.ClientCredentials;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.model.Limits;

/**
 * How a simulator starts.
 *
 * @param port 0 for a free one, on loopback
 * @param clients at least one; the first owns what nobody else owns
 * @param memory a file for tasks, tokens and consents, so that they outlive the simulator; without it they do not
 */
public record SimulatorConfig(int port, List<ClientCredentials> clients, Limits limits,
        List<CollectionSpec> collections, Optional<Path> memory) {
    public SimulatorConfig {
        clients = List.copyOf(clients);
        collections = List.copyOf(collections);
        if (clients.isEmpty()) {
            throw new IllegalArgumentException("a simulator needs a client");
        }
    }

    /** A free port, one fresh client, Globus's own limits, and no collections yet. */
    public static SimulatorConfig fresh() {
        return new SimulatorConfig(0, List.of(ClientCredentials.fresh()), Limits.GLOBUS, List.of(),
                Optional.empty());
    }

    public SimulatorConfig withLimits(Limits other) {
        return new SimulatorConfig(port, clients, other, collections, memory);
    }

    public SimulatorConfig withPort(int other) {
        return new SimulatorConfig(other, clients, limits, collections, memory);
    }

    public SimulatorConfig withMemory(Path file) {
        return new SimulatorConfig(port, clients, limits, collections, Optional.of(file));
    }
}
