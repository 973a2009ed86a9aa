package org.diamondhpc.bench.parked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Gateway;
import org.diamondhpc.bench.ground.Shell;
import org.diamondhpc.standalone.StandaloneInstance;

/** A gateway with broker and database, as `diamond up` starts them, without the other services. */
final class LoneGateway implements AutoCloseable {
    static final int HEAP_MIB = 1024;
    private static final String GATEWAY = "gateway";

    private final Run run;
    private final Path folder;
    private final StandaloneInstance instance;
    private final Thread onInterrupt = new Thread(this::end, "end-of-bench");

    private LoneGateway(Run run, Path folder, StandaloneInstance instance) {
        this.run = run;
        this.folder = folder;
        this.instance = instance;
        Runtime.getRuntime().addShutdownHook(onInterrupt);
    }

    static LoneGateway start(Run run) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("diamond-bench-");
        return new LoneGateway(run, folder, StandaloneInstance.start(folder.resolve("instance"), Map.of(
                "services", GATEWAY, "heap.gateway", HEAP_MIB + "m",
                "cache.dir", run.home().resolve("cache").toString())));
    }

    Gateway api() throws IOException {
        return new Gateway(instance.url(), instance.token("demo"));
    }

    StandaloneInstance instance() {
        return instance;
    }

    Connection database() throws SQLException, IOException {
        return DriverManager.getConnection(instance.jdbcUrl() + "?currentSchema=" + GATEWAY, GATEWAY,
                instance.databasePassword(GATEWAY));
    }

    /** Ends the gateway hard; for so long nobody was served until the supervisor's next one was ready. */
    Duration restart() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        instance.kill(GATEWAY);
        try {
            instance.awaitReady(Duration.ofMinutes(3));
        } catch (TimeoutException e) {
            throw new BenchFailed("the gateway does not start: " + e.getMessage(), e);
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** Of the gateway's heap, in MiB: what is still in use after a full collection. */
    double liveHeap() throws InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        String pid = Long.toString(instance.pid(GATEWAY));
        Shell.run(List.of(jcmd, pid, "GC.run"));
        return Heap.used(Shell.run(List.of(jcmd, pid, "GC.heap_info")));
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(onInterrupt);
        end();
    }

    private void end() {
        run.say("ending what was started");
        try {
            instance.stop();
            Shell.run(List.of("cp", "-r", folder.resolve("instance").resolve("logs").toString(),
                    run.raw().folder().resolve("logs").toString()));
            if (!run.options().keep()) {
                Shell.run(List.of("rm", "-rf", "--", folder.toString()));
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            run.say("the instance in " + folder + " did not end well: " + e.getMessage());
        }
    }
}
