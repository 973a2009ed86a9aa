package org.diamondhpc.globus.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.model.Limits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Two collections and a client that may use both. */
abstract class Ends {
    @TempDir
    Path temporary;
    Path alphaRoot;
    Path betaRoot;
    GlobusSimulator simulator;
    CollectionSpec alpha;
    CollectionSpec beta;
    Client client;

    Limits limits() {
        return Limits.GLOBUS.withRetryAfter(Duration.ofMillis(100));
    }

    @BeforeEach
    void start() throws IOException {
        alphaRoot = Files.createDirectory(temporary.resolve("alpha"));
        betaRoot = Files.createDirectory(temporary.resolve("beta"));
        simulator = GlobusSimulator.start(SimulatorConfig.fresh().withLimits(limits()));
        alpha = simulator.collection(CollectionSpec.mapped("alpha data", alphaRoot));
        beta = simulator.collection(CollectionSpec.guest("beta share", betaRoot));
        client = new Client(simulator).loggedIn(alpha);
    }

    @AfterEach
    void stop() {
        simulator.close();
    }

    static void write(Path directory, String name, String text) {
        try {
            Files.createDirectories(directory.resolve(name).getParent());
            Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String slowTask(String name) {
        write(alphaRoot, name, "x".repeat(100_000));
        simulator.faults().speed(10_000);
        return client.submit(Client.transfer(alpha, beta, "/" + name, "/" + name));
    }
}
