package org.diamondhpc.site.scheduler.lsf;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.site.scheduler.family.Script;
import org.diamondhpc.site.scheduler.job.Asked;

/** The {@code #BSUB} lines of a task: a slot a core, as many on each host as a node is to give. */
final class Directives {
    private final Asked asked;
    private final List<String> lines = new ArrayList<>();
    private final List<String> selected = new ArrayList<>();

    Directives(Asked asked) {
        this.asked = asked;
    }

    Script script() {
        name();
        if (asked.byHand()) {
            String variables = asked.variables(", ");
            if (!variables.isEmpty()) {
                say("-env \"all, " + variables + "\"");
            }
        } else {
            say("-Jd " + asked.token());
            streams();
            say(asked.checkpoint().isPresent() ? "-r" : "-rn");
        }
        say("-W " + minutes(asked.limit().toSeconds()));
        if (asked.limit().toSeconds() % 60 != 0) {
            asked.says("LSF counts whole minutes", "/resources/duration");
        }
        resources(asked.resources());
        place();
        asked.checkpoint().ifPresent(c -> {
            say("-wa " + c.signal());
            say("-wt " + minutes(c.before().seconds()));
            if (c.before().seconds() % 60 != 0) {
                asked.says("LSF counts whole minutes", "/checkpoint/before");
            }
        });
        return new Script(lines, "mpirun -n {processes}", List.of("LSB_", "LSF_"));
    }

    private void name() {
        String name = asked.name();
        if (name == null && asked.array()) {
            name = "array";
            asked.says("LSF's arrays have names", "/name");
        }
        if (name != null) {
            say("-J \"" + name + array() + "\"");
        }
    }

    private void say(String line) {
        lines.add("#BSUB " + line);
    }

    /** Whole minutes, rounded up. */
    private static long minutes(long seconds) {
        return (seconds + 59) / 60;
    }

    private String array() {
        if (!asked.array()) {
            return "";
        }
        List<Integer> elements = asked.elements();
        if (!elements.isEmpty() && elements.getFirst() < 1) {
            asked.refuse("/array/indices", "LSF numbers an array's elements from 1");
        }
        String list = elements.stream().map(String::valueOf).collect(Collectors.joining(","));
        String range = asked.evenRange("LSF's arrays are given here as one even range, as in 1-10:2")
                .map(r -> "%d-%d:%d".formatted(r[0], r[1], r[2])).orElse(list);
        return "[" + range + "]" + (asked.mostConcurrent().isPresent() ? "%" + asked.mostConcurrent().getAsInt() : "");
    }

    private void streams() {
        if (asked.layout().directory().matches(".*[ %].*")) {
            asked.refuse("", "the site's storage root holds characters that LSF reads as its own: "
                    + asked.layout().directory());
        }
        say("-cwd " + asked.path(asked.layout().work()));
        say("-o " + asked.layout().path("scheduler.out") + (asked.array() ? ".%I" : ""));
    }

    private void resources(Resources r) {
        say("-n " + r.totalCores());
        if (r.coresPerProcess() > 1) {
            asked.says("LSF gives slots: a process of %d cores is %1$d of them".formatted(r.coresPerProcess()),
                    "/resources/processesPerNode", "/resources/coresPerProcess", "/resources/gpusPerProcess");
        }
        say("-R \"span[" + (r.nodes() == 1 ? "hosts=1" : "ptile=" + r.coresPerNode()) + "]\"");
        if (r.memory() != null) {
            long mebibytes = r.memory().mebibytes();
            boolean slot = asked.option("memoryPer").orElse("host").equals("slot");
            long each = slot ? (mebibytes + r.coresPerNode() - 1) / r.coresPerNode() : mebibytes;
            say("-R \"rusage[mem=%dMB%s]\"".formatted(each, slot ? "" : "/host"));
            say("-M " + mebibytes + "MB");
        }
        if (r.gpusPerNode() > 0) {
            String type = r.gpuType() == null ? "" : ":gmodel=" + asked.gpuType();
            say("-gpu \"num=%d/host%s\"".formatted(r.gpusPerNode(), type));
        }
        if (r.exclusive()) {
            say("-x");
        }
    }

    private void place() {
        if (asked.queue() != null) {
            say("-q " + asked.queue());
        }
        if (asked.account() != null) {
            say("-P " + asked.account());
        }
        asked.absent("/qos", asked.qos(), "LSF has no qualities of service");
        if (asked.reservation() != null) {
            say("-U " + asked.reservation());
        }
        selected.addAll(asked.features());
        asked.excludedNodes().forEach(n -> selected.add("hname!='" + n + "'"));
        if (!selected.isEmpty()) {
            say("-R \"select[" + String.join(" && ", selected) + "]\"");
        }
    }
}
