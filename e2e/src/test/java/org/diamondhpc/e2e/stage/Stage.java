package org.diamondhpc.e2e.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.diamondhpc.model.testing.Answer;
import org.diamondhpc.model.testing.ScriptedModel;
import org.diamondhpc.standalone.StandaloneInstance;

/** One running instance with its sites; closing it leaves nothing behind. */
public final class Stage implements AutoCloseable {
    /** How long one of several jobs waits to be told that it is the first. */
    public static final Duration HEDGE_PATIENCE = Duration.ofSeconds(40);

    public static final List<String> SLURM_SITES = List.of("alpha", "beta", "gamma", "delta");
    public static final List<String> FORK_SITES = List.of("forka", "forkb");

    private static final String MODEL_KEY = "sk-end-to-end-0123456789";

    private final Path folder;
    private final Testbed testbed;
    private final long seed;
    private StandaloneInstance diamond;
    private TaskTopic topic;
    private ScriptedModel model;
    private Thread atExit;

    private Stage(Path folder, Testbed testbed, long seed) {
        this.folder = folder;
        this.testbed = testbed;
        this.seed = seed;
    }

    static Stage open() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("diamond-e2e-");
        long seed = Long.getLong("diamond.seed", System.nanoTime() & 0xffffff);
        System.out.println("end-to-end tests in " + folder + ", -Ddiamond.seed=" + seed);
        Stage stage = new Stage(folder, new Testbed(checkout(), folder), seed);
        stage.atExit = new Thread(stage::end);
        Runtime.getRuntime().addShutdownHook(stage.atExit);
        try {
            stage.start();
            return stage;
        } catch (IOException | InterruptedException | RuntimeException e) {
            stage.close();
            throw e;
        }
    }

    private void start() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        if (Machine.whyNoSlurm().isEmpty()) {
            testbed.run(null, "up");
        }
        testbed.run(null, "fork-up");
        Path sites = Files.createDirectories(folder.resolve("sites"));
        testbed.run(null, "profiles", sites.toString());
        model = new ScriptedModel(0, q -> Answer.words("nothing to do"));
        diamond = StandaloneInstance.start(folder, settings());
        topic = new TaskTopic(diamond.kafkaClient());
        System.out.printf("stage open after %.1f s: %s%n", (System.nanoTime() - begin) / 1e9, diamond.url());
    }

    /** Tasks that ask for it are moved after seconds of waiting and for a gain of seconds: jobs here are learned to be short. */
    private Map<String, String> settings() {
        Map<String, String> settings = models();
        settings.put("env.DIAMOND_PLACING_IMPROVING_EVERY", "2s");
        settings.put("env.DIAMOND_PLACING_RECONSIDER_PATIENCE", "4s");
        settings.put("env.DIAMOND_PLACING_RECONSIDER_LEAST", "5s");
        settings.put("env.DIAMOND_PLACING_RECONSIDER_SHARE", "0.02");
        settings.put("env.DIAMOND_PLACING_HEDGE_COPIES", "2");
        settings.put("env.DIAMOND_PLACING_HEDGE_PATIENCE", HEDGE_PATIENCE.toString());
        return settings;
    }

    /** The hosted agent's model in both forms, with its key in the environment as an operator sets it. */
    private Map<String, String> models() {
        Map<String, String> settings = new HashMap<>();
        for (String form : List.of("openai", "anthropic")) {
            settings.put("agent.models." + form + ".kind", form);
            settings.put("agent.models." + form + ".endpoint", model.address() + (form.equals("openai") ? "/v1" : ""));
            settings.put("agent.models." + form + ".model", "scripted");
            settings.put("agent.models." + form + ".key-env", "E2E_MODEL_KEY");
        }
        settings.put("env.E2E_MODEL_KEY", MODEL_KEY);
        return settings;
    }

    /** What the hosted agent asks. */
    public ScriptedModel model() {
        return model;
    }

    public StandaloneInstance diamond() {
        return diamond;
    }

    public Testbed testbed() {
        return testbed;
    }

    public TaskTopic topic() {
        return topic;
    }

    public Api api(String tenant) {
        try {
            return new Api(diamond.url(), diamond.token(tenant));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Api demo() {
        return api("demo");
    }

    /** The command line with a tenant's token. */
    public CommandLine commandLine(String tenant) {
        try {
            return new CommandLine(checkout(), diamond.url().toString(), diamond.token(tenant));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The witness at a Slurm cluster. */
    public Cluster cluster(String site) {
        return new Cluster(testbed, site);
    }

    /** The home of a site without a scheduler. */
    public Path forkHome(String site) {
        return folder.resolve("testbed/fork").resolve(site).resolve("home");
    }

    /** Random numbers of one test: the same for the same seed, whatever else runs. */
    public Random random(String test) {
        System.out.println(test + ": -Ddiamond.seed=" + seed);
        return new Random(seed * 31 + test.hashCode());
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException alreadyExiting) {
            // The hook itself is what runs.
        }
    }

    private synchronized void end() {
        if (!Files.exists(folder)) {
            return;
        }
        if (topic != null) {
            topic.close();
        }
        if (model != null) {
            model.close();
        }
        if (diamond != null) {
            attempt("the instance", () -> diamond.stop());
        }
        attempt("the sites without a scheduler", () -> testbed.run(null, "fork-down"));
        if (Machine.whyNoSlurm().isEmpty()) {
            attempt("the clusters", () -> testbed.run(null, "down"));
        }
        attempt("the logs", this::keepLogs);
        attempt("the folder", () -> remove(folder));
    }

    private interface Ending {
        void run() throws Exception;
    }

    private static void attempt(String what, Ending ending) {
        try {
            ending.run();
        } catch (Exception e) {
            System.out.println("could not end " + what + ": " + e);
        }
    }

    private void keepLogs() throws IOException {
        Path kept = checkout().resolve("e2e/target/logs");
        if (Files.exists(kept)) {
            remove(kept);
        }
        Files.createDirectories(kept);
        try (Stream<Path> logs = Files.list(folder.resolve("logs"))) {
            for (Path log : logs.toList()) {
                Files.copy(log, kept.resolve(log.getFileName()));
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    /** The built tree the instance runs from, as {@link StandaloneInstance} finds it. */
    public static Path checkout() {
        String set = System.getProperty("diamond.checkout");
        return set != null ? Path.of(set) : Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .filter(path -> Files.exists(path.resolve("standalone").resolve("pom.xml"))).findFirst()
                .orElseThrow(() -> new IllegalStateException("run below the source tree"));
    }
}
