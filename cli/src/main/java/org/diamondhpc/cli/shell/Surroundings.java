package org.diamondhpc.cli.shell;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.diamondhpc.cli.terminal.Terminal;

/**
 * The process around a command.
 *
 * @param folder where relative paths begin
 * @param terminal makes the output, given whether colours are wanted
 */
public record Surroundings(Map<String, String> environment, Path folder, InputStream in, Output terminal,
        PrintStream err, Clock clock) {
    /** Makes the output. */
    @FunctionalInterface
    public interface Output {
        Terminal open(boolean colours);
    }

    public static Surroundings ofProcess() {
        Map<String, String> environment = System.getenv();
        return new Surroundings(environment, Path.of(""), System.in, colours -> Terminal.standard(colours, environment),
                System.err, Clock.systemUTC());
    }
}
