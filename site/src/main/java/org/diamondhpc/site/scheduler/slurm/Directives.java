package org.diamondhpc.site.scheduler.slurm;

import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.site.scheduler.job.Asked;

/**
 * The {@code #SBATCH} lines of a task. Only checked tokens, numbers and paths made of ids stand in them; a value that
 * cannot is a violation.
 */
final class Directives {
    private static final int LONGEST_WARNING = 65_535;

    private final Asked asked;
    private final List<String> lines = new ArrayList<>();

    Directives(Asked asked) {
        this.asked = asked;
    }

    /** @param requeue whether the scheduler may start the job again by itself */
    List<String> lines(boolean requeue) {
        option("job-name", asked.name());
        if (!asked.byHand()) {
            option("comment", asked.token());
        }
        resources(asked.resources());
        place();
        if (!asked.byHand()) {
            streams();
        }
        array();
        checkpoint();
        if (asked.byHand()) {
            String variables = asked.variables(",");
            option("export", variables.isEmpty() ? null : "ALL," + variables);
        } else {
            option("export", "ALL");
            option("open-mode", "append");
            option("mail-type", "NONE");
            flag(requeue ? "requeue" : "no-requeue");
        }
        return lines;
    }

    private void resources(Resources r) {
        option("nodes", r.nodes());
        option("ntasks", r.totalProcesses());
        option("ntasks-per-node", r.processesPerNode());
        option("cpus-per-task", r.coresPerProcess());
        if (r.gpusPerNode() > 0) {
            String type = asked.gpuType();
            option("gres", "gpu:" + (type == null ? "" : type + ":") + r.gpusPerNode());
        } else if (r.gpuType() != null) {
            asked.refuse("/resources/gpuType", "names a GPU, but gpusPerProcess is 0");
        }
        if (r.memory() != null) {
            option("mem", r.memory().mebibytes() + "M");
        }
        option("time", time(r.duration().seconds()));
        if (r.duration().seconds() % 60 != 0) {
            asked.says("Slurm counts whole minutes", "/resources/duration");
        }
        if (r.exclusive()) {
            flag("exclusive");
        }
    }

    private void place() {
        option("partition", asked.queue());
        option("account", asked.account());
        option("qos", asked.qos());
        option("reservation", asked.reservation());
        List<String> features = asked.features();
        option("constraint", features.isEmpty() ? null : String.join("&", features));
        List<String> avoid = asked.excludedNodes();
        option("exclude", avoid.isEmpty() ? null : String.join(",", avoid));
    }

    private void streams() {
        String element = asked.array() ? ".%a" : "";
        option("chdir", quoted(asked.path(asked.layout().work())));
        option("output", quoted(asked.layout().path(AttemptLayout.STDOUT)).replaceFirst("(\"?)$", element + "$1"));
        option("error", quoted(asked.layout().path(AttemptLayout.STDERR)).replaceFirst("(\"?)$", element + "$1"));
    }

    private void array() {
        if (!asked.elements().isEmpty()) {
            String most = asked.mostConcurrent().isPresent() ? "%" + asked.mostConcurrent().getAsInt() : "";
            option("array", asked.indices() + most);
        }
    }

    private void checkpoint() {
        asked.checkpoint().ifPresent(checkpoint -> {
            if (checkpoint.before().seconds() > LONGEST_WARNING) {
                asked.refuse("/checkpoint/before", "is at most 65535 seconds");
            } else {
                option("signal", "B:" + checkpoint.signal() + "@" + checkpoint.before().seconds());
            }
        });
    }

    private void option(String name, Object value) {
        if (value != null) {
            flag(name + "=" + value);
        }
    }

    private void flag(String name) {
        lines.add("#SBATCH --" + name);
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
