package org.diamondhpc.bench.placement;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.diamondhpc.bench.simulator.Cluster;
import org.diamondhpc.bench.simulator.Job;
import org.diamondhpc.bench.simulator.Listener;
import org.diamondhpc.bench.simulator.Running;
import org.diamondhpc.bench.simulator.TraceFolder;
import org.diamondhpc.discovery.domain.wait.HabitLog;
import org.diamondhpc.discovery.domain.wait.Lesson;
import org.diamondhpc.discovery.domain.wait.WaitHistory;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** A site that is simulated, and what an observer has learned of it so far: run times of jobs that ended, waits, own outcomes. */
final class SimulatedSite {
    static final String PARTITION = "main";
    private static final AccountLimits LOGIN = new AccountLimits(List.of("*"), "probe", List.of(), 0, 0);
    private static final int REMEMBERED = 200;
    private static final long STEP = 3600;

    private final SiteId id;
    private final List<Job> jobs;
    private final Cluster cluster;
    private final List<String> names;
    private final HabitLog habits;
    private final Deque<WaitHistory.Pair> outcomes;
    private final Map<Job, Long> starts = new HashMap<>();

    SimulatedSite(SiteModel model, TraceFolder traces, long seconds) throws IOException {
        id = new SiteId(model.name());
        habits = new HabitLog();
        outcomes = new ArrayDeque<>();
        jobs = model.jobs(traces, seconds);
        cluster = model.cluster(jobs).heardBy(new Listener() {
            @Override
            public void started(Job job, long at) {
                habits.learn(new Lesson.Waited(PARTITION, at - job.submit()));
            }

            @Override
            public void ended(Job job, long startedAt, long at) {
                habits.learn(new Lesson.Ran(PARTITION, Integer.toString(job.user()), job.limit(), at - startedAt));
            }
        });
        names = IntStream.range(0, model.processors()).mapToObj(i -> "n" + i).toList();
    }

    private SimulatedSite(SimulatedSite other) {
        id = other.id;
        jobs = other.jobs;
        habits = other.habits;
        outcomes = new ArrayDeque<>(other.outcomes);
        names = other.names;
        cluster = other.cluster.copy().heardBy(new Listener() {
            @Override
            public void started(Job job, long at) {
                starts.put(job, at);
            }
        });
    }

    /** The same state, which goes its own way and learns nothing more; it remembers which jobs started. */
    SimulatedSite fork() {
        return new SimulatedSite(this);
    }

    SiteId id() {
        return id;
    }

    List<Job> jobs() {
        return jobs;
    }

    int processors() {
        return cluster.processors();
    }

    HabitLog habits() {
        return habits;
    }

    void advance(long time) {
        cluster.advance(time);
    }

    void submit(Job probe) {
        cluster.submit(probe);
    }

    void cancel(Job probe) {
        cluster.cancel(probe);
    }

    /** When a job of a {@link #fork} started; empty where it has not yet. */
    Optional<Long> started(Job probe) {
        return Optional.ofNullable(starts.get(probe));
    }

    /** When a job of a {@link #fork} starts that was submitted before; the fork has gone on to then. */
    long startOf(Job probe) {
        while (!starts.containsKey(probe)) {
            cluster.advance(cluster.now() + STEP);
        }
        return starts.get(probe);
    }

    /** How long the probe really waits if it is put there now; the site itself is not disturbed. */
    long truth(Job probe) {
        return cluster.copy().startOf(probe) - probe.submit();
    }

    /** What Slurm would answer to {@code sbatch --test-only}: the limits of running jobs, nobody else who waits. */
    long slurmEstimate(Job probe) {
        int free = cluster.free();
        long wait = 0;
        for (Running running : cluster.running()) {
            if (free >= probe.width()) {
                break;
            }
            free += running.job().width();
            wait = running.limitEnd() - cluster.now();
        }
        return wait;
    }

    /** A probe was put here, as the queue then shows. */
    void entered(Job probe) {
        habits.learn(new Lesson.Entered(PARTITION, LOGIN.owner(), cluster.priority(probe)));
    }

    /** What became of an own placement. */
    void learn(double predicted, double actual) {
        outcomes.addLast(new WaitHistory.Pair(predicted, actual));
        if (outcomes.size() > REMEMBERED) {
            outcomes.removeFirst();
        }
    }

    WaitHistory history() {
        return WaitHistory.of(List.copyOf(outcomes), habits.waits(PARTITION));
    }

    SiteSnapshot look() {
        Instant now = Instant.ofEpochSecond(cluster.now());
        List<QueuedJob> queue = new ArrayList<>();
        int used = 0;
        for (Running running : cluster.running()) {
            Job job = running.job();
            queue.add(queued(job, true, cluster.now() - running.start(), 0, names.subList(used, used + job.width())));
            used += job.width();
        }
        for (Job job : cluster.queue()) {
            queue.add(queued(job, false, 0, cluster.priority(job), List.of()));
        }
        List<NodeGroup> nodes = List.of(nodes(names.subList(0, used), 0), nodes(names.subList(used, names.size()), 1));
        return new SiteSnapshot(id, null, "simulated", null, now, new SiteHealth(SiteHealth.State.UP, now, null),
                List.of(new PartitionState(PARTITION, true, true, "UP", null, null, 1, null, null, null, null, null, null,
                        null, 1, false, false)), nodes, queue, false,
                List.of(LOGIN), List.of(), null, null, null);
    }

    private static NodeGroup nodes(List<String> names, int free) {
        return new NodeGroup(names, List.of(PARTITION), 1, free, 0, 0, null, 0, 0, List.of(), "x86_64", true,
                free == 0 ? "ALLOCATED" : "IDLE");
    }

    private static QueuedJob queued(Job job, boolean running, long elapsed, long priority, List<String> on) {
        return new QueuedJob(Integer.toString(job.id()), PARTITION, running, job.width(), job.width(), 0, 0,
                Duration.ofSeconds(job.limit()), Duration.ofSeconds(elapsed), priority, Instant.ofEpochSecond(job.submit()),
                null, null, on, false, Integer.toString(job.user()));
    }}
