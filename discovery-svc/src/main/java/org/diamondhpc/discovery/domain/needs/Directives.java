package org.diamondhpc.discovery.domain.needs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.discovery.domain.needs.Need.Contradiction;
import org.diamondhpc.discovery.domain.needs.ScriptReading.Asked;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;

/**
 * Where a script's own directives ask for more than its task: the scheduler reads the task's, so the script would run
 * with less than it was written for.
 */
final class Directives {
    private static final Pattern CLOCK = Pattern.compile("(?:(\\d{1,4})-)?(\\d{1,6})(?::(\\d{1,3}))?(?::(\\d{1,3}))?");
    private static final Pattern MEMORY = Pattern.compile("(\\d{1,12})([KMGTkmgt]?)[Bb]?");
    private static final String FROM = "the script";

    private final TaskSpec spec;
    private final Map<Asked, String> asked;
    private final List<Contradiction> found = new ArrayList<>();

    private Directives(TaskSpec spec, Map<Asked, String> asked) {
        this.spec = spec;
        this.asked = asked;
    }

    static List<Contradiction> against(TaskSpec spec, Map<Asked, String> asked) {
        Directives all = new Directives(spec, asked);
        Resources r = spec.resources();
        all.more(Asked.NODES, r.nodes(), "nodes", "resources.nodes");
        all.more(Asked.GPUS_PER_NODE, r.gpusPerNode(), "GPUs a node", "resources.gpusPerProcess");
        all.more(Asked.GPUS, (long) r.nodes() * r.gpusPerNode(), "GPUs", "resources.gpusPerProcess");
        all.words();
        all.time(r.duration().duration());
        if (r.memory() != null) {
            all.memory(r.memory().bytes());
        }
        return all.found;
    }

    private void more(Asked what, long task, String of, String field) {
        String text = asked.getOrDefault(what, "0");
        if (text.matches("\\d{1,9}") && Long.parseLong(text) > task) {
            add("its directives ask for %s %s, the task for %d: say %s".formatted(text, of, task, field));
        }
    }

    private void words() {
        String type = asked.get(Asked.GPU_TYPE);
        if (type != null && spec.resources().gpuType() != null && !type.equalsIgnoreCase(spec.resources().gpuType())) {
            add("its directives ask for %s GPUs, the task for %s".formatted(type, spec.resources().gpuType()));
        }
        String feature = asked.get(Asked.FEATURE);
        if (feature != null && !spec.constraints().features().contains(feature)) {
            add("its directives ask for nodes with the feature %s, the task does not: say constraints.features"
                    .formatted(feature));
        }
    }

    /** Slurm's {@code 90} is minutes, {@code 1:30} minutes and seconds; PBS's {@code 90} is seconds and no reason here. */
    private void time(Duration task) {
        Matcher m = CLOCK.matcher(asked.getOrDefault(Asked.TIME, ""));
        if (!m.matches()) {
            return;
        }
        long first = Long.parseLong(m.group(2));
        long second = m.group(3) == null ? 0 : Long.parseLong(m.group(3));
        long third = m.group(4) == null ? 0 : Long.parseLong(m.group(4));
        Duration limit = m.group(1) != null
                ? Duration.ofDays(Long.parseLong(m.group(1))).plusHours(first).plusMinutes(second).plusSeconds(third)
                : m.group(4) != null ? Duration.ofHours(first).plusMinutes(second).plusSeconds(third)
                : m.group(3) != null ? Duration.ofMinutes(first).plusSeconds(second) : Duration.ofMinutes(first);
        if (limit.compareTo(task) > 0) {
            add("its directives ask for %s, the task for %s: say resources.duration".formatted(limit, task));
        }
    }

    private void memory(long task) {
        OptionalLong bytes = bytes(asked.getOrDefault(Asked.MEMORY, ""));
        if (bytes.isPresent() && bytes.getAsLong() > task) {
            add("its directives ask for %s of memory, the task for %d MiB: say resources.memory".formatted(
                    asked.get(Asked.MEMORY), task >> 20));
        }
    }

    private static OptionalLong bytes(String text) {
        Matcher m = MEMORY.matcher(text);
        if (!m.matches()) {
            return OptionalLong.empty();
        }
        int power = m.group(2).isEmpty() ? 2 : "KMGT".indexOf(Character.toUpperCase(m.group(2).charAt(0))) + 1;
        return OptionalLong.of(Long.parseLong(m.group(1)) << (10 * power));
    }

    private void add(String why) {
        found.add(new Contradiction(why, FROM));
    }
}
