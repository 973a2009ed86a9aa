package org.diamondhpc.cli.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.diamondhpc.cli.Diamond;
import org.diamondhpc.cli.shell.Surroundings;
import org.diamondhpc.cli.terminal.Terminal;
import org.diamondhpc.schemas.DiamondJson;

/** What a command line did. */
public record CommandLineRun(int exit, String out, String err) {
    public static CommandLineRun of(Path folder, Map<String, String> environment, String in, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exit = Diamond.run(new Surroundings(environment, folder,
                new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                colours -> Terminal.plain(new PrintStream(out, true, StandardCharsets.UTF_8)),
                new PrintStream(err, true, StandardCharsets.UTF_8), Clock.systemUTC()), args);
        return new CommandLineRun(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    public static CommandLineRun of(StubGateway gateway, Path folder, String... args) {
        return of(folder, Map.of("DIAMOND_URL", gateway.url(), "DIAMOND_TOKEN", "secret-token"), "", args);
    }

    public JsonNode json() {
        try {
            return DiamondJson.json().readTree(out);
        } catch (IOException e) {
            throw new UncheckedIOException(out, e);
        }
    }
}
