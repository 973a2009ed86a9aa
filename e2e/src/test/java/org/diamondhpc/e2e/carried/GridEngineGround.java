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

/** Grid Engine, whose accounting names a job's requests some seconds after its end: {@code qacct -j}. */
public final class GridEngineGround implements Ground {
    private static final Pattern REQUEST = Pattern.compile("[ ,]([A-Za-z_]\\w*)=([^, ]+)");

    private final Map<String, Map<String, Map<String, String>>> jobs = new HashMap<>();

    @Override
    public String site() {
        return "epsilon";
    }

    @Override
    public Size size() {
        return new Size(4, 16, 2, 64_000, Duration.ofDays(1));
    }

    @Override
    public String submit() {
        return "qsub -terse";
    }

    /** qacct(1): slots in a parallel environment that fixes how many each host gives, memory of each slot. */
    @Override
    public Map<String, String> wanted(Original o) {
        int each = o.coresPerNode();
        int nodes = o.number("nodes");
        Map<String, String> all = new TreeMap<>(Map.of("exit", "0 0", "slots", String.valueOf(nodes * each),
                "environment", nodes > 1 ? "mpi-" + each : each > 1 ? "smp" : "NONE",
                "seconds", String.valueOf(o.duration().toSeconds()), "GPUs", String.valueOf(o.gpusPerNode()),
                "name", o.asks().getOrDefault("name", "job.sh"), "exclusive", String.valueOf(o.asksFor("exclusive"))));
        if (o.memory() > 0) {
            all.put("memory of a slot", (o.memory() + each - 1) / each + "M");
        }
        if (o.asksFor("checkpoint")) {
            Duration before = Duration.parse(o.asks().get("checkpoint").replaceFirst(".*@", ""));
            all.put("warned after seconds", String.valueOf(o.duration().minus(before).toSeconds()));
        }
        return all;
    }

    /** Slots are all it knows. */
    @Override
    public List<String> named(Original o) {
        List<String> all = new ArrayList<>();
        if (o.number("nodes") > 1 || o.number("processes") > 1) {
            all.addAll(List.of("/resources/processesPerNode", "/resources/coresPerProcess"));
        }
        if (o.number("nodes") > 1) {
            all.add("/resources/nodes");
        }
        if (o.memory() % o.coresPerNode() != 0) {
            all.add("/resources/memory");
        }
        return all;
    }

    @Override
    public void look(Cluster witness) {
        for (String record : witness.run("qacct -j 2>/dev/null || true").split("={20,}\\n")) {
            Map<String, String> fields = new HashMap<>();
            record.lines().map(line -> line.split("\\s+", 2)).filter(words -> words.length == 2)
                    .forEach(words -> fields.put(words[0], words[1].strip()));
            if (fields.containsKey("jobnumber")) {
                jobs.computeIfAbsent(fields.get("jobnumber"), id -> new TreeMap<>())
                        .put(fields.get("taskid").replace("undefined", ""), facts(fields));
            }
        }
    }

    private static Map<String, String> facts(Map<String, String> job) {
        Map<String, String> requests = new HashMap<>();
        Matcher m = REQUEST.matcher(" " + job.get("category"));
        while (m.find()) {
            requests.put(m.group(1), m.group(2));
        }
        Map<String, String> facts = new TreeMap<>();
        facts.put("exit", job.get("failed") + " " + job.get("exit_status"));
        facts.put("slots", job.get("slots"));
        facts.put("environment", job.get("granted_pe"));
        facts.put("name", job.get("jobname"));
        facts.put("seconds", requests.get("h_rt"));
        facts.put("warned after seconds", requests.get("s_rt"));
        facts.put("GPUs", requests.getOrDefault("gpu", "0"));
        facts.put("memory of a slot", requests.get("h_vmem"));
        facts.put("exclusive", String.valueOf(requests.containsKey("exclusive")));
        return facts;
    }

    @Override
    public Map<String, Map<String, String>> ended(String job) {
        return jobs.getOrDefault(job, Map.of());
    }

    @Override
    public String output(Original original, String job, String element) {
        return original.asks().getOrDefault("name", "job.sh") + ".o" + job + (element.isEmpty() ? "" : "." + element);
    }
}
