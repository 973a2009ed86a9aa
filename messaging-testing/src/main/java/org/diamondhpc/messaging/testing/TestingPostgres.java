package org.diamondhpc.messaging.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * A PostgreSQL on loopback with a folder of its own; or, with {@link #at}, one that runs elsewhere. The own one keeps port and data over {@link #stop} and {@link #start},
 * and {@link #kill} ends it as a power cut would. As root, which PostgreSQL refuses, it runs in a user namespace or,
 * where those are forbidden, as nobody.
 */
public final class TestingPostgres implements AutoCloseable {
    private final String jdbcUrl;
    private final String user;
    private final String password;
    private final int port;
    private final Path folder;
    private final Path data;
    private final Path log;
    private final Path programs;
    private final List<String> runAs;
    private final Thread atExit = new Thread(this::stop, "stop-postgres");
    private Process server;

    /** Any password will do: the server trusts loopback. */
    public TestingPostgres() {
        port = FreePort.find();
        jdbcUrl = "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port);
        user = "postgres";
        password = "trusted";
        folder = Folder.temporary("diamond-postgres-data-");
        data = folder.resolve("data");
        log = folder.resolve("log");
        programs = PostgresBinaries.unpacked().resolve("bin");
        runAs = runAs(folder);
        run("initdb", "-A", "trust", "-U", user, "-D", data.toString(), "-E", "UTF-8", "--locale=C", "--no-sync");
        start();
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    private TestingPostgres(String jdbcUrl, String user, String password) {
        this.jdbcUrl = jdbcUrl;
        this.user = user;
        this.password = password;
        port = 0;
        folder = null;
        data = null;
        log = null;
        programs = null;
        runAs = List.of();
    }

    /** A database this JVM did not start and cannot take away. */
    public static TestingPostgres at(String jdbcUrl, String user, String password) {
        return new TestingPostgres(jdbcUrl, user, password);
    }

    /** Whether {@link #stop}, {@link #kill} and {@link #start} work. */
    public boolean restartable() {
        return folder != null;
    }

    public String jdbcUrl() {
        return jdbcUrl;
    }

    public String user() {
        return user;
    }

    public String password() {
        return password;
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl, user, password);
    }

    /** Starts the server on its kept data and waits until it answers; about 0.5 s. */
    public void start() {
        if (!restartable()) {
            throw new UnsupportedOperationException("the database runs elsewhere");
        }
        List<String> command = command("postgres", "-D", data.toString(), "-p", Integer.toString(port),
                "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=200",
                "-c", "fsync=on", "-c", "synchronous_commit=on", "-c", "shared_buffers=64MB");
        try {
            server = spawn(command);
            await();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A test JVM that is killed must not leave its server behind. Linux sends the death signal when the thread that
     * spawned the process ends, so a thread of the server's own spawns it and stays.
     */
    private Process spawn(List<String> command) throws IOException {
        List<String> guarded = new ArrayList<>(command);
        if (succeeds("setpriv", "--pdeathsig", "INT", "true")) {
            guarded.addAll(runAs.size(), List.of("setpriv", "--pdeathsig", "INT"));
        }
        CompletableFuture<Process> started = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("postgres").start(() -> {
            try {
                Process process = builder(guarded).start();
                started.complete(process);
                process.waitFor();
            } catch (IOException e) {
                started.completeExceptionally(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            return started.join();
        } catch (CompletionException e) {
            throw new IOException(e.getCause());
        }
    }

    /** Cuts all connections and stops in order. */
    public void stop() {
        end("INT");
    }

    /** Cuts all connections and leaves recovery to the next start. */
    public void kill() {
        end("QUIT");
    }

    private void end(String signal) {
        if (server == null || !server.isAlive()) {
            return;
        }
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(server.pid())).inheritIO().start().waitFor();
            if (!server.waitFor(20, TimeUnit.SECONDS)) {
                server.destroyForcibly().waitFor();
            }
        } catch (IOException e) {
            server.destroyForcibly();
        } catch (InterruptedException e) {
            server.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop();
        if (restartable()) {
            Runtime.getRuntime().removeShutdownHook(atExit);
            Folder.delete(folder);
        }
    }

    private void await() throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (true) {
            try (Connection connection = connect()) {
                if (connection.isValid(1)) {
                    return;
                }
            } catch (SQLException notYet) {
                if (!server.isAlive() || System.nanoTime() > deadline) {
                    throw new IOException("PostgreSQL does not start: " + Files.readString(log), notYet);
                }
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(30);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void run(String... command) {
        try {
            if (builder(command(command)).start().waitFor() != 0) {
                throw new IllegalStateException(command[0] + " failed: " + Files.readString(log));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private ProcessBuilder builder(List<String> command) {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    private List<String> command(String... command) {
        List<String> whole = new ArrayList<>(runAs);
        whole.add(programs.resolve(command[0]).toString());
        whole.addAll(List.of(command).subList(1, command.length));
        return whole;
    }

    private static List<String> runAs(Path folder) {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of();
        }
        if (succeeds("unshare", "-U", "true")) {
            return List.of("unshare", "-U");
        }
        if (!succeeds("chown", "65534:65534", folder.toString())) {
            throw new IllegalStateException("PostgreSQL does not run as root; run the tests as another user");
        }
        return List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    }

    private static boolean succeeds(String... command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
