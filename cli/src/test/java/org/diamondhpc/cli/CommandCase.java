package org.diamondhpc.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.diamondhpc.cli.testing.CommandLineRun;
import org.diamondhpc.cli.testing.StubGateway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Commands against a gateway that answers as it is told. */
abstract class CommandCase {
    StubGateway gateway;
    @TempDir
    Path folder;

    @BeforeEach
    void begin() throws IOException {
        gateway = new StubGateway();
    }

    @AfterEach
    void end() {
        gateway.close();
    }

    CommandLineRun run(String... args) {
        return CommandLineRun.of(gateway, folder, args);
    }
}
