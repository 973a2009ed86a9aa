package org.diamondhpc.bench.ground;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.bench.BenchFailed;

/** Runs programs of this machine; what they print is text. */
public final class Shell {
    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private Shell() {
    }

    /** What a program printed on its standard output. @throws BenchFailed where it does not end with 0 */
    public static String run(List<String> command, Map<String, String> environment, String stdin)
            throws InterruptedException {
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().putAll(environment);
            Process process = builder.start();
            CompletableFuture<String> out = CompletableFuture.supplyAsync(() -> all(process.getInputStream()));
            CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> all(process.getErrorStream()));
            try (OutputStream in = process.getOutputStream()) {
                in.write(stdin.getBytes(StandardCharsets.UTF_8));
            }
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new BenchFailed(command + " did not end within " + PATIENCE);
            }
            if (process.exitValue() != 0) {
                throw new BenchFailed(String.join(" ", command) + " ended with " + process.exitValue() + ": "
                        + end(err.join() + out.join()));
            }
            return out.join();
        } catch (IOException e) {
            throw new BenchFailed(command.getFirst() + " cannot be run: " + e.getMessage(), e);
        }
    }

    public static String run(List<String> command) throws InterruptedException {
        return run(command, Map.of(), "");
    }

    private static String all(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String end(String text) {
        String stripped = text.strip();
        return stripped.substring(Math.max(0, stripped.length() - 500));
    }
}
