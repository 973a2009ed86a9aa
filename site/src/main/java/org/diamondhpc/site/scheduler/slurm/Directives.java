package org.diamondhpc.site.scheduler.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.spec.Checkpoint;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.scheduler.job.Violations;

/**
 * The {@code #SBATCH} lines of a task. Only checked tokens, numbers and paths made of ids stand in them; a value that
 * cannot is a violation.
 */
final class Directives {
    /** What the wrapper can pass on: a program started in the background ignores INT and QUIT for good. */
    private static final Set<String> SIGNALS = Set.of("USR1", "USR2", "TERM", "HUP", "URG", "CONT");
    private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9_.,@:/+= ~-]{1,900}");
    private static final int LONGEST_WARNING = 65_535;
    private static final int LONGEST_NAME = 60;

    private final TaskOrder order;
    private final TaskSpec spec;
    private final Placement placement;
    private final AttemptLayout layout;
    private final boolean requeue;
    private final Violations violations;
    private final List<String> lines = new ArrayList<>();

    /** @param requeue whether the scheduler may start the job again by itself */
    Directives(TaskOrder order, Placement placement, AttemptLayout layout, boolean requeue, Violations violations) {
        this.order = order;
        this.spec = order.spec();
        this.placement = placement;
        this.layout = layout;
        this.requeue = requeue;
        this.violations = violations;
    }

    List<String> lines() {
        option("job-name", name(spec.name()));
        option("comment", order.attemptId().toString());
        resources(spec.resources());
        place();
        streams();
        array();
        checkpoint();
        option("export", "ALL");
        option("open-mode", "append");
        option("mail-type", "NONE");
        lines.add("#SBATCH --" + (requeue ? "requeue" : "no-requeue"));
        return lines;
    }

    private void resources(Resources r) {
        option("nodes", r.nodes());
        option("ntasks", r.totalProcesses());
        option("ntasks-per-node", r.processesPerNode());
        option("cpus-per-task", r.coresPerProcess());
        if (r.gpusPerNode() > 0) {
            String type = violations.token("/resources/gpuType", r.gpuType());
            option("gres", "gpu:" + (type == null ? "" : type + ":") + r.gpusPerNode());
        } else if (r.gpuType() != null) {
            violations.add("/resources/gpuType", "names a GPU, but gpusPerProcess is 0");
        }
        if (r.memory() != null) {
            option("mem", r.memory().mebibytes() + "M");
        }
        option("time", time(r.duration().seconds()));
        if (r.exclusive()) {
            lines.add("#SBATCH --exclusive");
        }
    }

    private void place() {
        option("partition", token("/queue", placement.partition(), spec.queue()));
        option("account", token("/account", placement.account(), spec.account()));
        option("qos", token("/qos", placement.qos(), spec.qos()));
        option("reservation", token("/reservation", placement.reservation(), spec.reservation()));
        List<String> features = tokens("/constraints/features", spec.constraints().features());
        option("constraint", features.isEmpty() ? null : String.join("&", features));
        List<String> avoid = tokens("/excludedNodes", placement.excludedNodes());
        option("exclude", avoid.isEmpty() ? null : String.join(",", avoid));
    }

    private void streams() {
        if (!PATH.matcher(layout.directory()).matches()) {
            violations.add("", "the site's storage root holds characters that cannot stand in a directive: "
                    + layout.directory());
            return;
        }
        String element = spec.array() == null ? "" : ".%a";
        option("chdir", quoted(layout.work()));
        option("output", quoted(layout.path(AttemptLayout.STDOUT)).replaceFirst("(\"?)$", element + "$1"));
        option("error", quoted(layout.path(AttemptLayout.STDERR)).replaceFirst("(\"?)$", element + "$1"));
    }

    private void array() {
        if (spec.array() == null) {
            return;
        }
        try {
            spec.array().expanded();
            String most = spec.array().maxConcurrent() == null ? "" : "%" + spec.array().maxConcurrent();
            option("array", spec.array().indices().replaceAll("\\s+", "") + most);
        } catch (IllegalArgumentException e) {
            violations.add("/array/indices", e.getMessage());
        }
    }

    private void checkpoint() {
        Checkpoint checkpoint = spec.checkpoint();
        if (checkpoint == null) {
            return;
        }
        if (!SIGNALS.contains(checkpoint.signal())) {
            violations.add("/checkpoint/signal", "must be one of USR1, USR2, TERM, HUP, URG, CONT");
        } else if (checkpoint.before().seconds() > LONGEST_WARNING) {
            violations.add("/checkpoint/before", "is at most 65535 seconds");
        } else {
            option("signal", "B:" + checkpoint.signal() + "@" + checkpoint.before().seconds());
        }
    }

    private String token(String pointer, String placed, String asked) {
        return violations.token(pointer, placed == null ? asked : placed);
    }

    private List<String> tokens(String pointer, List<String> values) {
        List<String> checked = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Optional.ofNullable(violations.token(pointer + "/" + i, values.get(i))).ifPresent(checked::add);
        }
        return checked;
    }

    private void option(String name, Object value) {
        if (value != null) {
            lines.add("#SBATCH --" + name + "=" + value);
        }
    }

    /** For people only, and never the token: some sites refuse or shorten names. */
    private static String name(String name) {
        String safe = name == null ? "" : name.replaceAll("[^A-Za-z0-9_.+-]+", "_").replaceAll("^[^A-Za-z]+", "");
        return safe.isEmpty() ? "diamond" : safe.substring(0, Math.min(LONGEST_NAME, safe.length()));
    }

    /** Whole minutes, rounded up as Slurm itself counts. */
    static String time(long seconds) {
        long minutes = (seconds + 59) / 60;
        return "%d-%02d:%02d:00".formatted(minutes / 1440, minutes / 60 % 24, minutes % 60);
    }

    private static String quoted(String path) {
        return path.contains(" ") ? "\"" + path + "\"" : path;
    }
}
