package org.diamondhpc.bench.ground;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.diamondhpc.bench.Run;
import org.diamondhpc.standalone.StandaloneInstance;

/** Diamond and its practice clusters for one benchmark. What it started ends with it, also when the program is interrupted. */
public final class Ground implements AutoCloseable {
    /** Prepares clusters before Diamond logs in there. */
    @FunctionalInterface
    public interface Preparation {
        void prepare(Clusters clusters) throws InterruptedException;

        /** Whether Globus is to be simulated between those that have collections. */
        default boolean globus() {
            return false;
        }

        /** What is to be added to the profiles, before Diamond reads them. */
        default void written(Clusters clusters, Path profiles) throws IOException, InterruptedException {
            // they are good as they are
        }
    }

    private final Gateway gateway;
    private final Clusters clusters;
    private final Runnable end;
    private final Thread onInterrupt;
    private final boolean own;

    private Ground(Gateway gateway, Clusters clusters, boolean own, Runnable end) {
        this.gateway = gateway;
        this.clusters = clusters;
        this.own = own;
        this.end = end;
        this.onInterrupt = new Thread(end, "end-of-bench");
        Runtime.getRuntime().addShutdownHook(onInterrupt);
    }

    /** Own ones, or with {@code --here} the running ones. */
    public static Ground of(Run run, List<String> sites, Preparation preparation)
            throws IOException, InterruptedException {
        return run.options().here() ? here(run) : own(run, sites, preparation, Map.of());
    }

    /** Own ones, with more settings as in the file {@code config}. */
    public static Ground own(Run run, List<String> sites, Preparation preparation, Map<String, String> more)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("diamond-bench-");
        Clusters clusters = new Clusters(run.checkout(), folder);
        Path home = folder.resolve("instance");
        StandaloneInstance[] instance = new StandaloneInstance[1];
        Ground[] ground = new Ground[1];
        Runnable end = () -> end(run, folder, clusters, instance[0]);
        try {
            run.say("starting the clusters " + String.join(", ", sites) + " in " + folder);
            clusters.up(sites);
            preparation.prepare(clusters);
            Map<String, String> settings = new HashMap<>(more);
            if (preparation.globus()) {
                settings.putAll(clusters.globus());
            }
            clusters.profiles(home.resolve("sites"), sites);
            preparation.written(clusters, home.resolve("sites"));
            run.say("starting Diamond");
            settings.put("cache.dir", run.home().resolve("cache").toString());
            instance[0] = StandaloneInstance.start(home, settings);
            ground[0] = new Ground(new Gateway(instance[0].url(), instance[0].token("demo")), clusters, true, end);
            return ground[0];
        } finally {
            if (ground[0] == null) {
                end.run();
            }
        }
    }

    private static Ground here(Run run) throws IOException {
        URI url = URI.create(Optional.ofNullable(System.getenv("DIAMOND_URL"))
                .orElse(read(run.home().resolve("run").resolve("url"))));
        String token = Optional.ofNullable(System.getenv("DIAMOND_TOKEN"))
                .orElse(read(run.home().resolve("tokens").resolve("demo.token")));
        return new Ground(new Gateway(url, token), new Clusters(run.checkout(), run.home()), false, () -> { });
    }

    private static String read(Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file).strip() : "";
    }

    public Gateway gateway() {
        return gateway;
    }

    public Clusters clusters() {
        return clusters;
    }

    /** Whether instance and clusters are this benchmark's own, so that they may be prepared at will. */
    public boolean own() {
        return own;
    }

    /** Waits until every site was seen and has run something. */
    public void warmUp(Run run, List<String> sites) throws InterruptedException {
        warmUp(run, sites, 3);
    }

    /** @param tasks at each site; some hundreds, until the services have compiled what runs often */
    public void warmUp(Run run, List<String> sites, int tasks) throws InterruptedException {
        run.say("warming up");
        for (String site : sites) {
            Tasks.of(this, site).all(tasks, i -> "true\n").awaitEnd();
        }
    }

    private static void end(Run run, Path folder, Clusters clusters, StandaloneInstance instance) {
        run.say("ending what was started");
        try {
            if (instance != null) {
                instance.stop();
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            // The clusters are ended whatever became of Diamond.
            run.say("Diamond did not end well: " + e.getMessage());
        }
        try {
            clusters.down();
            keepLogs(run, folder.resolve("instance").resolve("logs"));
            if (!run.options().keep()) {
                remove(folder);
            }
        } catch (InterruptedException | RuntimeException | IOException e) {
            run.say("the clusters in " + folder + " did not end well: " + e.getMessage());
        }
    }

    /** What failed can be told only from the services' logs. */
    private static void keepLogs(Run run, Path logs) throws InterruptedException {
        if (Files.isDirectory(logs)) {
            Shell.run(List.of("cp", "-r", logs.toString(), run.raw().folder().resolve("logs").toString()));
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(onInterrupt);
        end.run();
    }
}
