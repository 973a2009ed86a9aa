package org.diamondhpc.e2e.carried;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.e2e.stage.Cluster;

/** Slurm, whose controller keeps a job for some minutes: {@code scontrol show job -o}. */
public final class SlurmGround implements Ground {
    private static final Pattern FIELD = Pattern.compile("(?:^| )([A-Za-z/:]+)=(\\S*)");
    private static final Pattern GPU = Pattern.compile("gres:gpu(?::([a-z]\\w*))?(?::(\\d+))?");
    private static final String UNENDED = "PENDING|RUNNING|CONFIGURING|COMPLETING|REQUEUED|SUSPENDED";

    private final Map<String, Map<String, Map<String, String>>> jobs = new HashMap<>();

    @Override
    public String site() {
        return "beta";
    }

    @Override
    public Size size() {
        return new Size(8, 64, 4, 256_000, Duration.ofDays(2));
    }

    @Override
    public String submit() {
        return "sbatch --parsable";
    }

    /** scontrol(1): memory in MiB of each node, time in whole minutes rounded up, GPUs of each node. */
    @Override
    public Map<String, String> wanted(Original o) {
        Map<String, String> all = new TreeMap<>(Map.of("exit", "COMPLETED 0:0",
                "nodes", o.asks().get("nodes"), "tasks", String.valueOf(o.tasks()),
                "cores of a task", o.asks().get("cores"), "GPUs of a node", String.valueOf(o.gpusPerNode()),
                "minutes", String.valueOf((o.duration().toSeconds() + 59) / 60),
                "name", o.asks().getOrDefault("name", "job.sh"), "shared", o.asksFor("exclusive") ? "NO" : "OK"));
        if (o.memory() > 0) {
            all.put("MiB of a node", String.valueOf(o.memory()));
        }
        if (o.asksFor("gpuType")) {
            all.put("GPU type", o.asks().get("gpuType"));
        }
        if (o.asksFor("atOnce")) {
            all.put("at once", o.asks().get("atOnce"));
        }
        return all;
    }

    @Override
    public List<String> named(Original o) {
        List<String> all = new ArrayList<>();
        if (o.duration().toSeconds() % 60 != 0) {
            all.add("/resources/duration");
        }
        return all;
    }

    @Override
    public void look(Cluster witness) {
        witness.run("scontrol show job -o").lines().filter(line -> line.startsWith("JobId=")).forEach(line -> {
            Map<String, String> fields = new HashMap<>();
            Matcher m = FIELD.matcher(line);
            while (m.find()) {
                fields.putIfAbsent(m.group(1), m.group(2));
            }
            if (!fields.get("JobState").matches(UNENDED)) {
                jobs.computeIfAbsent(fields.getOrDefault("ArrayJobId", fields.get("JobId")), id -> new TreeMap<>())
                        .put(fields.getOrDefault("ArrayTaskId", ""), facts(fields));
            }
        });
    }

    private static Map<String, String> facts(Map<String, String> job) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("exit", job.get("JobState") + " " + job.get("ExitCode"));
        facts.put("nodes", job.get("NumNodes"));
        facts.put("tasks", job.get("NumTasks"));
        facts.put("cores of a task", job.get("CPUs/Task"));
        facts.put("name", job.get("JobName"));
        facts.put("shared", job.get("OverSubscribe"));
        facts.put("at once", job.get("ArrayTaskThrottle"));
        facts.put("MiB of a node", mebibytes(job.get("MinMemoryNode")));
        facts.put("minutes", minutes(job.get("TimeLimit")));
        Matcher gpu = GPU.matcher(job.getOrDefault("TresPerNode", ""));
        boolean some = gpu.matches();
        facts.put("GPUs of a node", some ? gpu.group(2) == null ? "1" : gpu.group(2) : "0");
        facts.put("GPU type", some ? gpu.group(1) : null);
        return facts;
    }

    @Override
    public Map<String, Map<String, String>> ended(String job) {
        return jobs.getOrDefault(job, Map.of());
    }

    @Override
    public String output(Original original, String job, String element) {
        return "slurm-" + job + (element.isEmpty() ? "" : "_" + element) + ".out";
    }

    /** {@code 4001M}, {@code 7.50G}. */
    private static String mebibytes(String amount) {
        if (amount == null) {
            return null;
        }
        double n = Double.parseDouble(amount.replaceAll("[A-Z]", ""));
        return String.valueOf(Math.round(amount.endsWith("G") ? n * 1024 : n));
    }

    /** {@code 1-02:00:00}. */
    private static String minutes(String limit) {
        String[] parts = (limit.contains("-") ? limit : "0-" + limit).split("[-:]");
        return String.valueOf(Integer.parseInt(parts[0]) * 1440 + Integer.parseInt(parts[1]) * 60 + Integer.parseInt(parts[2]));
    }
}
