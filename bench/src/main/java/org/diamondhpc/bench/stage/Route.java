package org.diamondhpc.bench.stage;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.ground.Clusters;
import org.diamondhpc.bench.ground.Ground;
import org.diamondhpc.bench.ground.Shell;

/** From one cluster to another; each way of moving empties the target first, is timed, and is checked at the target. */
final class Route {
    static final String FROM = "alpha";
    static final String TO = "gamma";
    private static final String FOLDER = "/scratch/bench";
    private static final String LARGE = FOLDER + "/large";
    private static final String MANY = FOLDER + "/many";
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Ground ground;
    private final Clusters clusters;

    Route(Ground ground) {
        this.ground = ground;
        this.clusters = ground.clusters();
    }

    /** A practice cluster's scratch is small; this makes room. Needs clusters of one's own, and memory. */
    static void enlarge(Clusters clusters) throws InterruptedException {
        for (String site : List.of(FROM, TO)) {
            clusters.asRoot(site, "mount -o remount,size=3g /scratch");
        }
    }

    void make(int mebibytes, int files) throws InterruptedException {
        clusters.asUser(FROM, """
                set -e
                rm -rf %1$s; mkdir -p %3$s
                head -c %4$dM /dev/urandom >%2$s
                cd %3$s
                head -c %5$dK /dev/urandom | split -b 1024 -a 6 -d - f
                """.formatted(FOLDER, LARGE, MANY, mebibytes, files));
    }

    double largeByDiamond() throws InterruptedException {
        return checked(LARGE, () -> transfer(LARGE));
    }

    double largeByScp() throws InterruptedException {
        return checked(LARGE, () -> Shell.run(List.of("scp", "-3", "-q", "-F", clusters.sshConfig().toString(),
                FROM + ":" + LARGE, TO + ":" + LARGE)));
    }

    double manyByDiamond() throws InterruptedException {
        return checked(MANY, () -> transfer(MANY + "/"));
    }

    double manyByScp() throws InterruptedException {
        return checked(MANY, () -> Shell.run(List.of("scp", "-3", "-r", "-q", "-F", clusters.sshConfig().toString(),
                FROM + ":" + MANY, TO + ":" + MANY)));
    }

    /** Two batches of sftp(1), which moves one file after another: down to this machine, then up. */
    double manyBySftp(int files) throws InterruptedException, IOException {
        Path local = Files.createTempDirectory("diamond-bench-sftp-");
        try {
            return checked(MANY, () -> {
                sftp(FROM, "lcd " + local + "\ncd " + MANY + "\n" + each("get", files));
                sftp(TO, "mkdir " + MANY + "\nlcd " + local + "\ncd " + MANY + "\n" + each("put", files));
            });
        } finally {
            Shell.run(List.of("rm", "-rf", "--", local.toString()));
        }
    }

    private void sftp(String site, String batch) throws InterruptedException {
        Shell.run(List.of("sftp", "-q", "-F", clusters.sshConfig().toString(), "-b", "-", site), Map.of(), batch);
    }

    private static String each(String verb, int files) {
        return IntStream.range(0, files).mapToObj(i -> "%s f%06d".formatted(verb, i))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private void transfer(String path) throws InterruptedException {
        String id = ground.gateway().post("/v1/transfers", Map.of("items",
                List.of(Map.of("from", FROM + ":" + path, "to", TO + ":" + path)))).path("id").asText();
        while (true) {
            JsonNode now = ground.gateway().get("/v1/transfers/" + id);
            switch (now.path("state").asText()) {
                case "SUCCEEDED" -> {
                    return;
                }
                case "FAILED", "CANCELLED", "STALLED" -> throw new BenchFailed("transfer " + id + ": " + now);
                default -> Thread.sleep(LOOK);
            }
        }
    }

    private interface Way {
        void go() throws InterruptedException;
    }

    private double checked(String path, Way way) throws InterruptedException {
        clusters.asUser(TO, "rm -rf " + FOLDER + "; mkdir -p " + FOLDER + "\n");
        long begin = System.nanoTime();
        way.go();
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (!digest(FROM, path).equals(digest(TO, path))) {
            throw new BenchFailed(path + " arrived damaged at " + TO);
        }
        return seconds;
    }

    private String digest(String site, String path) throws InterruptedException {
        return clusters.asUser(site, "cd %s && find %s -type f | LC_ALL=C sort | xargs sha256sum | sha256sum\n"
                .formatted(FOLDER, path.substring(FOLDER.length() + 1))).strip();
    }
}
