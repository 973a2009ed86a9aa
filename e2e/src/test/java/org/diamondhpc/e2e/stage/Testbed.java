package org.diamondhpc.e2e.stage;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The practice clusters, by the testbed's own command; all their state is below one folder. */
public final class Testbed {
    private final Path program;
    private final Path home;

    Testbed(Path checkout, Path home) {
        this.program = checkout.resolve("testbed").resolve("testbed");
        this.home = home;
    }

    /** Breaks something; see {@code testbed fault list}. */
    public void fault(String name, String site, Object... arguments) {
        List<String> all = new ArrayList<>(List.of("fault", name, site));
        Stream.of(arguments).map(String::valueOf).forEach(all::add);
        run(null, all.toArray(String[]::new));
    }

    /** Undoes all that was broken at a site. */
    public void heal(String site) {
        run(null, "fault", "heal", site);
    }

    /**
     * Runs it and answers what it printed.
     *
     * @param input for standard input; null: nothing
     * @throws IllegalStateException where it failed, with what it said
     */
    public String run(String input, String... arguments) {
        Result result = attempt(input, arguments);
        if (result.status() != 0) {
            throw new IllegalStateException("testbed " + String.join(" ", arguments) + ": exit code " + result.status()
                    + "\n" + result.output() + result.errors());
        }
        return result.output();
    }

    record Result(int status, String output, String errors) {
    }

    Result attempt(String input, String... arguments) {
        try {
            // Files, not pipes: a daemon that outlives the command must not keep us reading.
            Path in = Files.createTempFile(home, "testbed", ".in");
            Path out = Files.createTempFile(home, "testbed", ".out");
            Path err = Files.createTempFile(home, "testbed", ".err");
            try {
                Files.writeString(in, input == null ? "" : input);
                List<String> command = new ArrayList<>(List.of(program.toString()));
                command.addAll(List.of(arguments));
                ProcessBuilder builder = new ProcessBuilder(command).redirectInput(in.toFile())
                        .redirectOutput(out.toFile()).redirectError(err.toFile()).directory(new File("/"));
                builder.environment().put("DIAMOND_HOME", home.toString());
                Process process = builder.start();
                if (!process.waitFor(180, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new IllegalStateException("testbed " + String.join(" ", arguments) + " hangs");
                }
                return new Result(process.exitValue(), text(out), text(err));
            } finally {
                Files.deleteIfExists(in);
                Files.deleteIfExists(out);
                Files.deleteIfExists(err);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
