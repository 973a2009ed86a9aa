package org.diamondhpc.standalone;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.diamondhpc.standalone.postgres.PostgresRoles;
import org.diamondhpc.standalone.process.ProcessRecord;

/**
 * An instance of its own for a test or a benchmark: real processes, on free ports unless {@code port.base} is set, with all
 * state in one folder. The same folder can be started again; data and tokens are kept. Needs the built tree
 * ({@code ./diamond build}), which is looked for from the working folder upwards or in {@code diamond.checkout}.
 */
public final class StandaloneInstance implements AutoCloseable {
    private final Home home;
    private final Plan plan;

    private StandaloneInstance(Home home, Plan plan) {
        this.home = home;
        this.plan = plan;
    }

    /**
     * Starts and waits until all is ready.
     *
     * @param folder   the state folder; may be that of an earlier instance
     * @param settings as in the file {@code config}: e.g. {@code services} ({@code none}, {@code gateway,submit}),
     *                 {@code sites.dir}, {@code heap.gateway}, {@code env.QUARKUS_LOG_LEVEL}
     * @throws IllegalStateException when it does not come up, with the end of the guilty log
     */
    public static StandaloneInstance start(Path folder, Map<String, String> settings)
            throws IOException, InterruptedException {
        Home home = new Home(folder);
        home.create();
        Map<String, String> all = new LinkedHashMap<>(settings);
        if (!all.containsKey("port.base")) {
            all.put("port.base", Integer.toString(FreePorts.base(new SecureRandom())));
        }
        Files.write(home.config(), all.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()).toList());
        try {
            StandaloneInstance instance = new StandaloneInstance(home,
                    new Plan(home, Settings.load(home.config(), Map.of()), new Jvm(checkout()), new SecureRandom()));
            instance.start();
            return instance;
        } catch (Refusal refusal) {
            throw new IllegalStateException(refusal.getMessage(), refusal);
        }
    }

    /** Starts what was stopped, or what only lost its supervisor. */
    public void start() throws IOException, InterruptedException {
        try {
            new Launch(home, plan, line -> { }).up();
        } catch (Refusal refusal) {
            throw new IllegalStateException(refusal.getMessage(), refusal);
        }
    }

    /** The gateway's address. */
    public URI url() throws IOException {
        return URI.create(Files.readString(home.url()).strip());
    }

    /** The bearer token of {@code admin}, {@code demo} or {@code other}. */
    public String token(String tenant) throws IOException {
        return Files.readString(new Tokens(home.tokens()).file(tenant)).strip();
    }

    /** What a Kafka client needs, by Kafka's own names. */
    public Map<String, String> kafkaClient() throws IOException {
        try {
            return plan.brokerProperties().client();
        } catch (Refusal refusal) {
            throw new IllegalStateException(refusal);
        }
    }

    public String jdbcUrl() {
        try {
            return "jdbc:postgresql://127.0.0.1:" + plan.settings().port(Port.POSTGRES) + "/" + PostgresRoles.DATABASE;
        } catch (Refusal refusal) {
            throw new IllegalStateException(refusal);
        }
    }

    /** The password of a service's role, e.g. {@code transfer}. */
    public String databasePassword(String role) throws IOException {
        return plan.secret("postgres-" + role);
    }

    /** The state folder; logs are in {@code logs}, profiles in {@code sites}. */
    public Path folder() {
        return home.root();
    }

    /** The process id of {@code postgres}, {@code broker}, {@code supervisor} or a service. */
    public long pid(String process) {
        return record(process).mark().pid();
    }

    /** SIGKILL; returns when the process is gone. Whoever supervises starts it again by himself. */
    public void kill(String process) throws InterruptedException {
        ProcessRecord record = record(process);
        ProcessHandle.of(record.mark().pid()).ifPresent(ProcessHandle::destroyForcibly);
        while (record.mark().alive()) {
            Thread.sleep(5);
        }
    }

    /** Waits until the supervisor and all processes run and are ready; for so long it took. */
    public Duration awaitReady(Duration patience) throws IOException, InterruptedException, TimeoutException {
        long begin = System.nanoTime();
        while (!ready()) {
            if (System.nanoTime() - begin > patience.toNanos()) {
                throw new TimeoutException("not ready after " + patience + ":\n" + InstanceStatus.now(home).json());
            }
            Thread.sleep(20);
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** Resident memory of each process in KiB, where the machine tells. */
    public Map<String, Long> memory() throws IOException {
        Map<String, Long> all = new LinkedHashMap<>();
        InstanceStatus.now(home).measured().processes().forEach(process -> all.put(process.name(), process.rssKib()));
        return all;
    }

    /** Ends all processes; the folder stays. */
    public void stop() throws IOException, InterruptedException {
        try {
            new Halt(home, line -> { }).run();
        } catch (Refusal refusal) {
            throw new IllegalStateException(refusal.getMessage(), refusal);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            stop();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean ready() throws IOException {
        InstanceStatus status = InstanceStatus.now(home);
        return status.state().equals(InstanceStatus.READY) && status.processes().stream().allMatch(process ->
                ProcessRecord.read(home.run(), process.name())
                        .filter(record -> record.mark().alive() && process.pid() == record.mark().pid()).isPresent());
    }

    private ProcessRecord record(String process) {
        return ProcessRecord.read(home.run(), process).filter(record -> record.mark().alive())
                .orElseThrow(() -> new NoSuchElementException(process + " does not run in " + home.root()));
    }

    private static Path checkout() {
        Optional<Path> set = Optional.ofNullable(System.getProperty("diamond.checkout")).map(Path::of);
        return set.or(() -> Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                        .filter(path -> Files.exists(path.resolve("standalone").resolve("pom.xml"))).findFirst())
                .orElseThrow(() -> new IllegalStateException("run below the source tree, or set diamond.checkout"));
    }
}
