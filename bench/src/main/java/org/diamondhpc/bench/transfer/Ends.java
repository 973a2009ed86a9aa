package org.diamondhpc.bench.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.ground.Clusters;
import org.diamondhpc.bench.ground.Ground;
import org.diamondhpc.bench.ground.Shell;

/**
 * Two clusters and the mover that Diamond takes between them. Each way of moving begins with an empty target, is timed,
 * and is compared at the target.
 *
 * @param mover as Diamond calls it
 */
record Ends(String mover, String from, String to) {
    static final List<Ends> ALL = List.of(new Ends("globus", "alpha", "beta"), new Ends("rsync", "alpha", "delta"),
            new Ends("sftp", "beta", "delta"));
    private static final String FOLDER = "/scratch/bench";
    private static final Duration LOOK = Duration.ofMillis(50);

    /** What is moved. */
    enum Load {
        LARGE(FOLDER + "/large"), MANY(FOLDER + "/many");

        private final String path;

        Load(String path) {
            this.path = path;
        }
    }

    void make(Clusters clusters, int mebibytes, int files) throws InterruptedException {
        clusters.asUser(from, """
                set -e
                rm -rf %1$s; mkdir -p %3$s
                head -c %4$dM /dev/urandom >%2$s
                cd %3$s
                head -c %5$dK /dev/urandom | split -b 1024 -a 6 -d - f
                """.formatted(FOLDER, Load.LARGE.path, Load.MANY.path, mebibytes, files));
    }

    /** Seconds by Diamond. @throws BenchFailed where it was another mover */
    double byDiamond(Ground ground, Load load) throws InterruptedException {
        String end = load == Load.MANY ? "/" : "";
        return checked(ground.clusters(), load, () -> {
            String id = ground.gateway().post("/v1/transfers", Map.of("items", List.of(Map.of("from",
                    from + ":" + load.path + end, "to", to + ":" + load.path + end)))).path("id").asText();
            JsonNode ended = ended(ground, id);
            String by = ended.at("/legs/0/mover").asText();
            if (!by.equals(mover) || ended.path("legs").size() != 1) {
                throw new BenchFailed("the bytes were to go by " + mover + ", and went by " + ended.path("legs"));
            }
        });
    }

    private static JsonNode ended(Ground ground, String id) throws InterruptedException {
        while (true) {
            JsonNode now = ground.gateway().get("/v1/transfers/" + id);
            switch (now.path("state").asText()) {
                case "SUCCEEDED" -> {
                    return now;
                }
                case "FAILED", "CANCELLED", "STALLED" -> throw new BenchFailed("transfer " + id + ": " + now);
                default -> Thread.sleep(LOOK);
            }
        }
    }

    /** Seconds by scp through this machine. */
    double byScp(Clusters clusters, Load load) throws InterruptedException {
        return checked(clusters, load, () -> Shell.run(List.of("scp", "-3", "-r", "-q", "-F", clusters.sshConfig().toString(),
                from + ":" + load.path, to + ":" + load.path)));
    }

    /** Seconds by rsync from the login node, with the checksums it takes by itself. */
    double byRsync(Clusters clusters, Load load, String host) throws InterruptedException {
        String end = load == Load.MANY ? "/" : "";
        return checked(clusters, load, () -> clusters.asUser(from, "rsync -rlt -s -e 'ssh -o BatchMode=yes' %1$s%2$s %3$s:%1$s%2$s\n"
                .formatted(load.path, end, host)));
    }

    private interface Way {
        void go() throws InterruptedException;
    }

    private double checked(Clusters clusters, Load load, Way way) throws InterruptedException {
        clusters.asUser(to, "rm -rf " + FOLDER + "; mkdir -p " + FOLDER + "\n");
        long begin = System.nanoTime();
        way.go();
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (!digest(clusters, from, load).equals(digest(clusters, to, load))) {
            throw new BenchFailed(load.path + " arrived damaged at " + to);
        }
        return seconds;
    }

    /** The last line: some sites greet every session. */
    private static String digest(Clusters clusters, String site, Load load) throws InterruptedException {
        return clusters.asUser(site, "cd %s && find %s -type f | LC_ALL=C sort | xargs sha256sum | sha256sum\n"
                .formatted(FOLDER, load.path.substring(FOLDER.length() + 1))).strip().lines().reduce("", (before, line) -> line);
    }
}
