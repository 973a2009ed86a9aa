package org.diamondhpc.bench.dispatch;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.bench.ground.Clusters;
import org.diamondhpc.bench.report.RawRows;

/**
 * Asks the schedulers themselves, with their own commands as the jobs' user. Slurm's controllers forget a job five minutes
 * after its end, so they are asked as long as jobs run; Grid Engine's accounting file is written up to 15 seconds late.
 */
final class Witnesses implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(45);
    private static final Duration LATE = Duration.ofSeconds(20);
    private static final String SLURM = "PATH=/opt/slurm/bin:$PATH; LC_ALL=C scontrol show job -d -o\n";
    private static final String GRID_ENGINE = "LC_ALL=C qacct -o \"$(id -un)\" -j 2>/dev/null || true\n";

    private final Clusters clusters;
    private final RawRows raw;
    private final Map<Site, Records> records = new EnumMap<>(Site.class);
    private final Thread asking;

    Witnesses(Clusters clusters, RawRows raw) {
        this.clusters = clusters;
        this.raw = raw;
        for (Site site : Site.values()) {
            records.put(site, site.gridEngine() ? new GridEngineRecords() : new SlurmRecords());
        }
        asking = Thread.ofVirtual().name("witnesses").start(this::ask);
    }

    /** The last question, when all jobs have ended. */
    void askAtLast() throws InterruptedException {
        asking.interrupt();
        asking.join();
        Thread.sleep(LATE);
        ask(List.of(Site.values()));
    }

    Map<String, String> facts(Site site, String job) {
        return records.get(site).facts(job);
    }

    @Override
    public void close() {
        asking.interrupt();
    }

    private void ask() {
        try {
            while (true) {
                Thread.sleep(EVERY);
                ask(List.of(Site.values()).stream().filter(s -> !s.gridEngine()).toList());
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask(List<Site> sites) throws InterruptedException {
        for (Site site : sites) {
            String text = clusters.asUser(site.id(), site.gridEngine() ? GRID_ENGINE : SLURM);
            raw.text("scheduler-" + site.id() + ".txt", text);
            records.get(site).read(text);
        }
    }
}
