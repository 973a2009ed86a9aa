package org.diamondhpc.bench.dispatch;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Jobs as {@code qacct -j} prints them: lines of a name and a value, with a line of equal signs before each element. */
final class GridEngineRecords implements Records {
    private static final Pattern REQUEST = Pattern.compile("[ ,]([A-Za-z_][\\w.]*)=([^, ]+)");
    private static final Pattern MEMORY = Pattern.compile("(\\d+(?:\\.\\d+)?)([KMG])");

    private final Map<String, Map<String, Map<String, String>>> jobs = new HashMap<>();

    @Override
    public void read(String text) {
        for (String record : text.split("={20,}\\n")) {
            Map<String, String> fields = new LinkedHashMap<>();
            record.lines().map(line -> line.split("\\s+", 2)).filter(words -> words.length == 2)
                    .forEach(words -> fields.put(words[0], words[1].strip()));
            if (fields.containsKey("jobnumber")) {
                jobs.computeIfAbsent(fields.get("jobnumber"), id -> new TreeMap<>()).put(fields.get("taskid"), fields);
            }
        }
    }

    @Override
    public Map<String, String> facts(String job) {
        List<Map<String, String>> elements = List.copyOf(jobs.getOrDefault(job, Map.of()).values());
        Map<String, String> facts = new TreeMap<>();
        elements.forEach(e -> element(e).forEach((name, value) -> facts.merge(name, value,
                (a, b) -> a.equals(b) ? a : a + " and " + b)));
        if (!elements.isEmpty()) {
            facts.put(Facts.ELEMENTS, String.valueOf(elements.size()));
        }
        return facts;
    }

    private static Map<String, String> element(Map<String, String> job) {
        Map<String, String> requests = new HashMap<>();
        Matcher m = REQUEST.matcher(" " + job.getOrDefault("category", ""));
        while (m.find()) {
            requests.put(m.group(1), m.group(2));
        }
        Map<String, String> facts = new TreeMap<>();
        facts.put(Facts.CORES, job.getOrDefault("slots", "none"));
        facts.put(Facts.ENVIRONMENT, job.getOrDefault("granted_pe", "none"));
        facts.put(Facts.MEMORY, mebibytes(requests.getOrDefault("h_vmem", "none")) + " MiB a slot");
        facts.put(Facts.TIME, requests.get("h_rt") + " s");
        facts.put(Facts.GPUS, requests.getOrDefault("gpu", "0"));
        facts.put(Facts.QUEUE, job.getOrDefault("qname", "none"));
        facts.put(Facts.ACCOUNT, job.getOrDefault("project", "none"));
        boolean well = job.getOrDefault("failed", "").startsWith("0") && "0".equals(job.get("exit_status"));
        facts.put(Facts.EXIT, well ? "0" : "failed " + job.get("failed") + ", exit " + job.get("exit_status"));
        return facts;
    }

    private static String mebibytes(String amount) {
        Matcher m = MEMORY.matcher(amount);
        if (!m.matches()) {
            return amount;
        }
        double factor = switch (m.group(2)) {
            case "K" -> 1.0 / 1024;
            case "M" -> 1;
            default -> 1024;
        };
        return String.valueOf(Math.round(Double.parseDouble(m.group(1)) * factor));
    }
}
