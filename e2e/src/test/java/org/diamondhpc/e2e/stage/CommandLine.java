package org.diamondhpc.e2e.stage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The real command line, as a tenant uses it, in a process of its own. */
public final class CommandLine {
    private static final int PATIENCE_SECONDS = 60;
    private final Path jar;
    private final String url;
    private final String token;

    CommandLine(Path checkout, String url, String token) {
        this.jar = checkout.resolve("cli/target/diamond-cli.jar");
        this.url = url;
        this.token = token;
    }

    /** @param output what it printed, errors included */
    public record Run(int exit, String output) {
    }

    /** @param typed the lines of its standard input */
    public Run run(String typed, String... arguments) {
        try {
            List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx128m", "-jar", jar.toString()));
            command.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().put("DIAMOND_URL", url);
            builder.environment().put("DIAMOND_TOKEN", token);
            Process process = builder.start();
            try (var in = process.getOutputStream()) {
                in.write(typed.getBytes(StandardCharsets.UTF_8));
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("diamond " + String.join(" ", arguments) + " hangs");
            }
            return new Run(process.exitValue(), output);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
