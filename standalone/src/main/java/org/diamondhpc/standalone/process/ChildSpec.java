package org.diamondhpc.standalone.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * A process to keep alive.
 *
 * @param name        its name in status, logs and records
 * @param command     program and arguments; never holds a secret, since every user of the machine can read it
 * @param environment added to the supervisor's own; secrets go here
 * @param directory   where it runs
 * @param port        where it listens on loopback
 * @param after       names that must be ready before it is started; it is also stopped before them
 * @param stop        how it is asked to end
 * @param build       changes whenever its program does, so that an old process is not adopted for a new one
 * @param before      done before each start, with no process of this name running; clears what a killed one left
 * @param probe       whether it is ready
 */
public record ChildSpec(String name, List<String> command, Map<String, String> environment, Path directory, int port,
                        Set<String> after, StopSignal stop, String build, Preparation before, Probe probe) {
    /** Work before a start. */
    @FunctionalInterface
    public interface Preparation {
        void run() throws IOException, InterruptedException;
    }

    public ChildSpec {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        after = Set.copyOf(after);
        Objects.requireNonNull(probe, "probe");
    }

    /** A digest of everything that makes a running process the one described here. */
    public String fingerprint() {
        String text = String.join("\0", command) + '\0' + new TreeMap<>(environment) + '\0' + directory + '\0' + build;
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 12);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Without the environment, which holds passwords. */
    @Override
    public String toString() {
        return "ChildSpec[" + name + ", port " + port + "]";
    }
}
