package org.diamondhpc.bench.dispatch;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Jobs as {@code scontrol show job -d -o} prints them, one a line; the last word on each is kept. */
final class SlurmRecords implements Records {
    private static final Pattern FIELD = Pattern.compile("(?:^| )([A-Za-z/:]+)=(\\S*)");
    private static final Pattern TIME = Pattern.compile("(?:(\\d+)-)?(\\d+):(\\d+):(\\d+)");
    private static final Pattern MEMORY = Pattern.compile("(\\d+(?:\\.\\d+)?)([KMGT])");
    private static final Pattern GPU = Pattern.compile("(?:gres[:/])?gpu(?::([A-Za-z]\\w*))?(?:[:=](\\d+))?");
    private static final String UNITS = "KMGT";

    /** By the array's id, or the job's own; within it by the job's own. */
    private final Map<String, Map<String, Map<String, String>>> jobs = new HashMap<>();

    @Override
    public void read(String text) {
        text.lines().filter(line -> line.startsWith("JobId=")).forEach(line -> {
            Map<String, String> fields = new LinkedHashMap<>();
            Matcher m = FIELD.matcher(line);
            while (m.find()) {
                fields.putIfAbsent(m.group(1), m.group(2));
            }
            // What remains of an array that waits is no element yet.
            if (!fields.getOrDefault("ArrayTaskId", "0").matches(".*[-,%].*")) {
                jobs.computeIfAbsent(fields.getOrDefault("ArrayJobId", fields.get("JobId")), id -> new TreeMap<>())
                        .put(fields.get("JobId"), fields);
            }
        });
    }

    @Override
    public Map<String, String> facts(String job) {
        List<Map<String, String>> elements = List.copyOf(jobs.getOrDefault(job, Map.of()).values());
        Map<String, String> facts = new TreeMap<>();
        if (elements.isEmpty()) {
            return facts;
        }
        facts.putAll(element(elements.getFirst()));
        elements.forEach(e -> element(e).forEach((name, value) -> facts.merge(name, value,
                (a, b) -> a.equals(b) ? a : a + " and " + b)));
        facts.put(Facts.ELEMENTS, String.valueOf(elements.size()));
        return facts;
    }

    private static Map<String, String> element(Map<String, String> job) {
        Map<String, String> facts = new TreeMap<>();
        put(facts, Facts.NODES, job.get("NumNodes"));
        put(facts, Facts.TASKS, job.get("NumTasks"));
        put(facts, Facts.CORES_PER_TASK, job.get("CPUs/Task"));
        put(facts, Facts.CORES, job.get("NumCPUs"));
        put(facts, Facts.QUEUE, job.get("Partition"));
        put(facts, Facts.ACCOUNT, job.get("Account"));
        put(facts, Facts.QOS, job.get("QOS"));
        put(facts, Facts.AT_ONCE, job.get("ArrayTaskThrottle"));
        facts.put(Facts.MEMORY, job.containsKey("MinMemoryNode") ? mebibytes(job.get("MinMemoryNode")) + " MiB a node"
                : job.get("MinMemoryCPU") + " a core");
        facts.put(Facts.TIME, seconds(job.getOrDefault("TimeLimit", "")) + " s");
        Matcher gpu = GPU.matcher(job.getOrDefault("TresPerNode", ""));
        boolean some = gpu.matches();
        facts.put(Facts.GPUS, !some ? "0" : gpu.group(2) == null ? "1" : gpu.group(2));
        put(facts, Facts.GPU_TYPE, some ? gpu.group(1) : null);
        boolean well = "COMPLETED".equals(job.get("JobState"));
        facts.put(Facts.EXIT, well && "0:0".equals(job.get("ExitCode")) ? "0" : job.get("JobState") + " " + job.get("ExitCode"));
        return facts;
    }

    private static void put(Map<String, String> facts, String name, String value) {
        if (value != null && Stream.of("(null)", "N/A").noneMatch(value::equals)) {
            facts.put(name, value);
        }
    }

    private static String seconds(String limit) {
        Matcher m = TIME.matcher(limit);
        return !m.matches() ? limit : String.valueOf((m.group(1) == null ? 0 : Long.parseLong(m.group(1)) * 86_400)
                + Long.parseLong(m.group(2)) * 3600 + Long.parseLong(m.group(3)) * 60 + Long.parseLong(m.group(4)));
    }

    private static String mebibytes(String amount) {
        Matcher m = MEMORY.matcher(amount);
        if (!m.matches()) {
            return amount;
        }
        double bytes = Double.parseDouble(m.group(1)) * Math.pow(1024, UNITS.indexOf(m.group(2)) + 1);
        return String.valueOf(Math.round(bytes / (1 << 20)));
    }
}
