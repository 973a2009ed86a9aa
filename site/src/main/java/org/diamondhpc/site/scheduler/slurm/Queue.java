package org.diamondhpc.site.scheduler.slurm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.site.Owners;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.site.scheduler.text.Amounts;
import org.diamondhpc.site.scheduler.text.JobId;
import org.diamondhpc.site.scheduler.text.NodeList;

/**
 * Everybody's jobs, running first and then by priority. A waiting array is as many jobs as it has elements left.
 *
 * @param truncated whether there were more than a snapshot carries
 * @param running own jobs that run, by user
 * @param pending own jobs that wait, by user
 */
record Queue(List<QueuedJob> jobs, boolean truncated, Map<String, Integer> running, Map<String, Integer> pending) {
    /** A snapshot is one record on a topic; what lies deeper in the queue hardly changes a prediction. */
    static final int MOST_JOBS = 3000;
    private static final int MOST_NAMES = 20_000;
    private static final int FIELDS = 15;
    private static final Pattern GPUS = Pattern.compile("(?:gres[:/])?gpu(?::[A-Za-z][A-Za-z0-9_.-]*)?[:=](\\d+)");

    /**
     * @param own the users whose jobs are Diamond's
     * @throws IllegalArgumentException where a row does not parse
     */
    static Queue parse(String text, Set<String> own) {
        List<QueuedJob> all = new ArrayList<>();
        Map<String, Integer> running = new HashMap<>();
        Map<String, Integer> pending = new HashMap<>();
        for (String line : text.split("\n")) {
            if (line.isBlank() || line.startsWith("CLUSTER: ")) {
                continue;
            }
            String[] f = line.split(QueueRow.SEPARATOR, -1);
            JobId id = JobId.parse(f[0]).filter(j -> f.length >= FIELDS)
                    .orElseThrow(() -> new IllegalArgumentException("a row of the queue does not parse"));
            String user = f[FIELDS - 1].strip();
            int count = id.waitingElements() ? Math.max(1, id.elements().size()) : 1;
            QueuedJob job = job(id, f, own.contains(user));
            (job.running() ? running : pending).merge(user, count, Integer::sum);
            expand(job, id, all);
        }
        all.sort(Comparator.comparing((QueuedJob j) -> !j.running()).thenComparing(j -> -j.priority()));
        boolean truncated = all.size() > MOST_JOBS;
        return new Queue(named(truncated ? all.subList(0, MOST_JOBS) : all), truncated, running, pending);
    }

    private static void expand(QueuedJob job, JobId id, List<QueuedJob> into) {
        List<Integer> elements = id.waitingElements() ? id.elements() : List.of();
        if (elements.isEmpty()) {
            into.add(job);
        }
        for (int element : elements.subList(0, Math.min(elements.size(), MOST_JOBS))) {
            into.add(new QueuedJob(id.base() + "_" + element, job.partition(), false, job.nodes(), job.cores(),
                    job.gpus(), job.memoryMb(), job.limit(), job.elapsed(), job.priority(), job.submittedAt(),
                    job.eligibleAt(), job.reason(), job.nodeNames(), job.own(), job.owner()));
        }
    }

    private static QueuedJob job(JobId id, String[] f, boolean own) {
        SlurmState state = SlurmState.of(f[1]);
        boolean running = state.kind() == SlurmState.Kind.RUNNING || state.word().equals("CONFIGURING");
        int nodes = (int) Amounts.number(f[3].replaceAll("-.*", ""), 0).orElse(1);
        Map<String, Long> tres = Amounts.tres(f[5]);
        int cores = tres.containsKey("cpu") ? tres.get("cpu").intValue() : (int) Amounts.number(f[4], 0).orElse(1);
        return new QueuedJob(name(id), f[2], running, nodes, cores, gpus(f[5], tres, nodes),
                memory(f[6], tres, nodes, cores), Amounts.duration(f[7]).orElse(null),
                Amounts.duration(f[8]).orElse(Duration.ZERO), Amounts.number(f[9], 0).orElse(0),
                Amounts.instant(f[10]).orElse(null), Amounts.instant(f[11]).orElse(null), f[12],
                running ? NodeList.expand(f[13]) : List.of(), own, Owners.word(f[FIELDS - 1].strip()));
    }

    private static String name(JobId id) {
        return id.base() + id.element().map(e -> "_" + e).orElse("") + id.component().map(c -> "+" + c).orElse("");
    }

    /** TRES first; an older squeue has only the request for each node. */
    private static int gpus(String text, Map<String, Long> tres, int nodes) {
        if (tres.containsKey("gres/gpu")) {
            return tres.get("gres/gpu").intValue();
        }
        int sum = 0;
        Matcher m = GPUS.matcher(text);
        while (m.find()) {
            sum += Integer.parseInt(m.group(1));
        }
        return text.contains("gres/") ? sum : sum * nodes;
    }

    /** MiB of each node: from TRES, else the request, which ends in {@code c} where it is for each core. */
    private static long memory(String request, Map<String, Long> tres, int nodes, int cores) {
        if (tres.containsKey("mem")) {
            return (tres.get("mem") >> 20) / Math.max(1, nodes);
        }
        long bytes = Amounts.memory(request).orElse(0);
        return (request.endsWith("c") ? bytes * cores / Math.max(1, nodes) : bytes) >> 20;
    }

    /** Names of nodes are dropped beyond a bound: a few thousand wide jobs would not fit a record. */
    private static List<QueuedJob> named(List<QueuedJob> jobs) {
        List<QueuedJob> bounded = new ArrayList<>(jobs.size());
        int names = 0;
        for (QueuedJob j : jobs) {
            names += j.nodeNames().size();
            bounded.add(names <= MOST_NAMES ? j : new QueuedJob(j.id(), j.partition(), j.running(), j.nodes(),
                    j.cores(), j.gpus(), j.memoryMb(), j.limit(), j.elapsed(), j.priority(), j.submittedAt(),
                    j.eligibleAt(), j.reason(), List.of(), j.own(), j.owner()));
        }
        return bounded;
    }
}
