package org.diamondhpc.globus.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.globus.simulator.Client.Answer;
import org.diamondhpc.globus.simulator.model.ClientCredentials;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.model.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryTest {
    @TempDir
    Path directory;

    @Test
    void outlivesTheSimulator() throws Exception {
        CollectionSpec alpha = CollectionSpec.mapped("alpha", Files.createDirectory(directory.resolve("alpha")));
        CollectionSpec beta = CollectionSpec.guest("beta", Files.createDirectory(directory.resolve("beta")));
        Path file = directory.resolve("memory.json");
        SimulatorConfig config = new SimulatorConfig(0, List.of(ClientCredentials.fresh()), Limits.GLOBUS,
                List.of(alpha, beta), Optional.of(file));
        Ends.write(directory, "alpha/quick", "1");
        Ends.write(directory, "alpha/slow", "x".repeat(100_000));
        var waiting = Client.transfer(alpha, beta, "/slow", "/slow");
        String token;
        String done;
        String open;
        try (GlobusSimulator first = GlobusSimulator.start(config)) {
            Client client = new Client(first).loggedIn(alpha);
            token = client.token();
            done = client.submit(Client.transfer(alpha, beta, "/quick", "/quick"));
            client.succeeded(done);
            first.faults().speed(1_000);
            open = client.submit(waiting);
        }

        try (GlobusSimulator second = GlobusSimulator.start(config)) {
            Client client = new Client(second);
            client.use(token);

            JsonNode ended = client.task(done);
            Answer again = client.post("transfer", waiting);

            assertThat(ended.get("status").textValue()).isEqualTo("SUCCEEDED");
            assertThat(ended.get("files_transferred").intValue()).isEqualTo(1);
            assertThat(client.events(done)).containsExactly("SUCCEEDED", "STARTED");
            assertThat(client.get("operation/endpoint/" + alpha.id() + "/ls?path=/").status()).isEqualTo(200);
            assertThat(again.code()).isEqualTo("Duplicate");
            assertThat(again.body().get("task_id").textValue()).isEqualTo(open);
            client.succeeded(open);
            assertThat(directory.resolve("beta/slow").toFile()).hasSize(100_000);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        }
    }
}
