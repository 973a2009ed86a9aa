package org.diamondhpc.standalone.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.standalone.process.ChildSpec;
import org.diamondhpc.standalone.process.StopSignal;

/**
 * The server of one instance.
 *
 * @param data  its data folder, made at the first start
 * @param roles who may log in
 */
public record PostgresServer(PostgresBinaries binaries, Path data, int port, PostgresRoles roles) {
    public static final String NAME = "postgres";

    /** Makes the data folder unless it is there, whole or not at all. Takes 1 to 2 s the first time. */
    public void prepare() throws IOException, InterruptedException {
        if (Files.exists(data)) {
            return;
        }
        Unprivileged as = Unprivileged.choose();
        Path fresh = Files.createTempDirectory(data.getParent(), "." + data.getFileName());
        as.own(fresh);
        Path password = Files.createTempFile("diamond", ".pw");
        try {
            Files.writeString(password, roles.adminPassword());
            as.own(password);
            run(as.wrap(List.of(binaries.program("initdb").toString(), "-D", fresh.toString(), "-U", PostgresRoles.ADMIN,
                    "-E", "UTF8", "--locale=C", "-A", "scram-sha-256", "--pwfile=" + password)));
        } finally {
            Files.deleteIfExists(password);
        }
        Files.move(fresh, data);
    }

    public ChildSpec spec() throws IOException, InterruptedException {
        List<String> command = Unprivileged.choose().wrap(List.of(binaries.program("postgres").toString(), "-D", data.toString(),
                "-c", "listen_addresses=127.0.0.1", "-c", "port=" + port, "-c", "unix_socket_directories=",
                "-c", "fsync=on", "-c", "synchronous_commit=on", "-c", "full_page_writes=on",
                "-c", "shared_buffers=128MB", "-c", "max_connections=120", "-c", "max_wal_senders=0", "-c", "wal_level=minimal",
                "-c", "max_wal_size=1GB", "-c", "checkpoint_timeout=15min", "-c", "jit=off", "-c", "log_timezone=UTC", "-c", "timezone=UTC"));
        return new ChildSpec(NAME, command, Map.of("LC_ALL", "C"), data.getParent(), port, Set.of(), StopSignal.INT,
                binaries.folder().getFileName().toString(), this::clearStaleLock, roles.probe(port));
    }

    /**
     * After a reboot or in a fresh container another program may have the process id that {@code postmaster.pid} names, and
     * PostgreSQL would refuse to start. A server that does run on this data folder but was never noted is ended.
     */
    private void clearStaleLock() throws IOException, InterruptedException {
        Path lock = data.resolve("postmaster.pid");
        Optional<ProcessHandle> holder = holder(lock);
        if (holder.isEmpty()) {
            return;
        }
        Path cwd = Path.of("/proc/" + holder.get().pid() + "/cwd");
        boolean ours = Files.isDirectory(cwd) ? cwd.toRealPath().equals(data.toRealPath())
                : holder.get().info().command().orElse("").endsWith("postgres");
        if (!ours) {
            Files.deleteIfExists(lock);
            return;
        }
        holder.get().destroy();
        for (int i = 0; i < 100 && holder.get().isAlive(); i++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static Optional<ProcessHandle> holder(Path lock) throws IOException {
        if (!Files.exists(lock)) {
            return Optional.empty();
        }
        try {
            return ProcessHandle.of(Long.parseLong(Files.readAllLines(lock).getFirst().strip()));
        } catch (NumberFormatException | NoSuchElementException cutOff) {
            Files.deleteIfExists(lock);
            return Optional.empty();
        }
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("initdb failed (a folder that user nobody may not enter? set DIAMOND_HOME to another): "
                    + output.strip());
        }
    }
}
