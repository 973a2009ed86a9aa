package org.diamondhpc.discovery.domain.needs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of a script that tell what it needs: {@code module load}, {@code #SBATCH} and {@code #PBS}. Lines that a
 * condition guards are passed over, and all modules where the script changes where modules are looked for.
 *
 * @param modules loaded without a condition
 * @param asked what directives ask of the scheduler; the last one of a kind counts
 */
record ScriptReading(List<String> modules, Map<Asked, String> asked) {
    private static final Pattern LOAD = Pattern.compile("(?:module\\s+(?:-\\S+\\s+)*(?:load|add)|ml(?:\\s+load)?)\\s+([^#;&|<>()`$]+)");
    private static final Pattern ELSEWHERE = Pattern.compile("(?m)^\\s*(?:module\\s+(?:use|purge.*use)|ml\\s+use|export\\s+MODULEPATH=|MODULEPATH=|source\\s|\\.\\s)");
    private static final Pattern SBATCH = Pattern.compile("#SBATCH\\s+(-{1,2}[A-Za-z][A-Za-z-]*)(?:[=\\s]\\s*|(?=\\d))(\\S+).*");
    private static final Pattern PBS = Pattern.compile("#PBS\\s+-l\\s*(\\S+).*");
    private static final Pattern BLOCK = Pattern.compile("(if|while|until|for|case|function)\\b.*|\\w+\\s*\\(\\).*");
    private static final Pattern END = Pattern.compile("(fi|done|esac|\\}).*");

    /** What a directive can ask for. */
    enum Asked {
        NODES, GPUS_PER_NODE, GPUS, GPU_TYPE, MEMORY, TIME, FEATURE
    }

    static ScriptReading of(String script) {
        List<String> modules = new ArrayList<>();
        Map<Asked, String> asked = new TreeMap<>();
        boolean elsewhere = ELSEWHERE.matcher(script).find();
        int depth = 0;
        boolean commands = false;
        for (String raw : script.split("\\R")) {
            String line = raw.strip();
            if (line.startsWith("#")) {
                if (!commands) {
                    directive(line, asked);
                }
                continue;
            }
            commands |= !line.isEmpty();
            depth += BLOCK.matcher(line).matches() && !line.matches(".*;\\s*(fi|done|esac|\\})\\s*$") ? 1 : 0;
            if (depth == 0 && !elsewhere) {
                loaded(line, modules);
            }
            depth -= depth > 0 && END.matcher(line).matches() ? 1 : 0;
        }
        return new ScriptReading(List.copyOf(modules), asked);
    }

    private static void loaded(String line, List<String> modules) {
        Matcher m = LOAD.matcher(line);
        if (m.matches()) {
            for (String name : m.group(1).strip().split("\\s+")) {
                if (name.matches("[A-Za-z0-9][A-Za-z0-9_./+-]*")) {
                    modules.add(name);
                }
            }
        }
    }

    /** Schedulers read directives down to the first command. */
    private static void directive(String line, Map<Asked, String> asked) {
        Matcher slurm = SBATCH.matcher(line);
        if (slurm.matches()) {
            slurm(slurm.group(1), slurm.group(2), asked);
        }
        Matcher pbs = PBS.matcher(line);
        if (pbs.matches()) {
            for (String chunk : pbs.group(1).split("[,+]")) {
                pbs(chunk, asked);
            }
        }
    }

    private static void slurm(String option, String value, Map<Asked, String> asked) {
        switch (option) {
            case "-N", "--nodes" -> asked.put(Asked.NODES, value.replaceFirst("-.*", ""));
            case "-t", "--time" -> asked.put(Asked.TIME, value);
            case "--mem" -> asked.put(Asked.MEMORY, value);
            case "-C", "--constraint" -> Optional.of(value.replace("\"", "")).filter(v -> v.matches("[\\w.-]+"))
                    .ifPresent(v -> asked.put(Asked.FEATURE, v));
            case "--gres" -> Optional.of(value).filter(v -> v.startsWith("gpu")).ifPresent(v ->
                    gpus(Asked.GPUS_PER_NODE, v.replaceFirst("^gpu:?", ""), asked));
            case "--gpus-per-node" -> gpus(Asked.GPUS_PER_NODE, value, asked);
            case "-G", "--gpus" -> gpus(Asked.GPUS, value, asked);
            default -> { }
        }
    }

    /** {@code a100:2}, {@code 2}, nothing for one. */
    private static void gpus(Asked what, String value, Map<Asked, String> asked) {
        String[] parts = value.split(":");
        String count = parts[parts.length - 1];
        boolean counted = count.matches("\\d+");
        asked.put(what, counted ? count : "1");
        String type = counted && parts.length > 1 ? parts[0] : counted ? "" : count;
        if (!type.isEmpty()) {
            asked.put(Asked.GPU_TYPE, type.toLowerCase(Locale.ROOT));
        }
    }

    /** {@code walltime=1:00:00}, or a chunk such as {@code select=2:ncpus=8:ngpus=1}. */
    private static void pbs(String chunk, Map<Asked, String> asked) {
        if (chunk.startsWith("walltime=")) {
            asked.put(Asked.TIME, chunk.substring("walltime=".length()));
            return;
        }
        for (String part : chunk.split(":")) {
            one(part, asked);
        }
    }

    private static void one(String part, Map<Asked, String> asked) {
        int eq = part.indexOf('=');
        String value = part.substring(eq + 1);
        switch (eq < 0 ? "" : part.substring(0, eq)) {
            case "select", "nodes" -> Optional.of(value).filter(v -> v.matches("\\d+"))
                    .ifPresent(v -> asked.put(Asked.NODES, v));
            case "ngpus", "gpus" -> gpus(Asked.GPUS_PER_NODE, value, asked);
            case "mem" -> asked.put(Asked.MEMORY, value);
            default -> { }
        }
    }
}
