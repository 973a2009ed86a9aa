package org.diamondhpc.site.scheduler.gridengine;

import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.site.scheduler.family.Script;
import org.diamondhpc.site.scheduler.job.Asked;

/** The {@code #$} lines of a task. What is requested by complexes of the site's own making is named in its profile. */
final class Directives {
    private final Asked asked;
    private final List<String> lines = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();

    Directives(Asked asked) {
        this.asked = asked;
    }

    Script script() {
        if (asked.name() != null) {
            say("-N " + asked.name());
        }
        say("-S " + asked.shell());
        if (asked.byHand()) {
            say("-cwd");
            asked.shellOptions();
            String variables = asked.variables(",");
            if (!variables.isEmpty()) {
                say("-v " + variables);
            }
        } else {
            own();
        }
        requests.add("h_rt=" + asked.limit().toSeconds());
        slots(asked.resources());
        gpus(asked.resources());
        place();
        array();
        checkpoint();
        requests.forEach(r -> say("-l " + r));
        return new Script(lines, "mpirun -np {processes}", List.of("SGE_"));
    }

    /** What only Diamond's own jobs need. */
    private void own() {
        say("-A " + asked.token());
        say("-ac DIAMOND_TOKEN=" + asked.token());
        streams();
        say("-V");
        say("-m n");
        say("-r " + (asked.checkpoint().isPresent() ? "y" : "n"));
    }

    private void say(String line) {
        lines.add("#$ " + line);
    }

    private void streams() {
        if (asked.layout().directory().matches(".*[ :,=$].*")) {
            asked.refuse("", "the site's storage root holds characters that Grid Engine reads as its own: "
                    + asked.layout().directory());
        }
        String element = asked.array() ? ".$TASK_ID" : "";
        say("-wd " + asked.path(asked.layout().work()));
        say("-o " + asked.layout().path("stdout") + element);
        say("-e " + asked.layout().path("stderr") + element);
        say("-j n");
    }

    private void slots(Resources r) {
        int each = r.coresPerNode();
        if (r.nodes() > 1) {
            asked.says("what its parallel environment means is known at its own site alone", "/resources/nodes",
                    "/resources/processesPerNode", "/resources/coresPerProcess", "/resources/memory");
            asked.option("nodesPe").ifPresentOrElse(pe -> say("-pe %s %d".formatted(pe.replace("{slots}",
                    String.valueOf(each)), r.totalCores())), () -> asked.refuse("/resources/nodes",
                    "the site's profile names no parallel environment with a fixed number of slots on each node; set "
                            + "scheduler.nodesPe, for example mpi-{slots}"));
        } else if (each > 1) {
            say("-pe %s %d".formatted(asked.option("pe").orElse("smp"), each));
        }
        if (r.nodes() == 1 && r.processesPerNode() > 1) {
            asked.says("Grid Engine gives slots: %d processes of %d cores are %d of them".formatted(r.processesPerNode(),
                    r.coresPerProcess(), each), "/resources/processesPerNode", "/resources/coresPerProcess",
                    "/resources/gpusPerProcess");
        }
        if (r.memory() != null) {
            // Memory is requested for each slot.
            long mebibytes = (r.memory().mebibytes() + each - 1) / each;
            if (r.memory().mebibytes() % each != 0) {
                asked.says("memory is asked for by the slot, rounded up to %d MiB".formatted(mebibytes), "/resources/memory");
            }
            requests.add("%s=%dM".formatted(asked.option("memory").orElse("h_vmem"), mebibytes));
        }
        if (r.exclusive()) {
            asked.option("exclusive").ifPresentOrElse(e -> requests.add(e + "=true"), () -> asked.refuse(
                    "/resources/exclusive", "the site's profile names no complex for whole nodes; set scheduler.exclusive"));
        }
    }

    private void gpus(Resources r) {
        if (r.gpusPerNode() > 0) {
            String complex = asked.option("gpu").orElse("gpu");
            if (asked.option("gpuPer").orElse("job").equals("slot")) {
                if (r.gpusPerNode() % r.coresPerNode() != 0) {
                    asked.refuse("/resources/gpusPerProcess", "GPUs are given by the slot there: ask for as many cores "
                            + "as GPUs, or a whole part of them");
                }
                requests.add(complex + "=" + Math.max(1, r.gpusPerNode() / r.coresPerNode()));
            } else {
                if (r.nodes() > 1) {
                    asked.refuse("/resources/gpusPerProcess", "GPUs are given by the job there, on its first node alone");
                }
                requests.add(complex + "=" + r.gpusPerNode());
            }
        }
        if (r.gpuType() != null) {
            String type = asked.gpuType();
            asked.option("gpuType").ifPresentOrElse(complex -> requests.add(complex + "=" + type),
                    () -> asked.refuse("/resources/gpuType", "the site's profile names no complex for GPU models; set "
                            + "scheduler.gpuType"));
        }
    }

    private void place() {
        if (asked.queue() != null) {
            say("-q " + asked.queue());
        }
        if (asked.account() != null) {
            say("-P " + asked.account());
        }
        asked.absent("/qos", asked.qos(), "Grid Engine has no qualities of service");
        String reservation = asked.reservation();
        if (reservation != null) {
            if (reservation.matches("\\d{1,9}")) {
                say("-ar " + reservation);
            } else {
                asked.refuse("/reservation", "Grid Engine's advance reservations are numbers");
            }
        }
        asked.features().forEach(f -> requests.add(f + "=true"));
        List<String> avoid = asked.excludedNodes();
        if (!avoid.isEmpty()) {
            requests.add("hostname=!(" + String.join("|", avoid) + ")");
        }
    }

    private void array() {
        if (!asked.array()) {
            return;
        }
        asked.evenRange("Grid Engine numbers an array's elements evenly, as in 1-10:2").ifPresent(r -> {
            if (r[0] < 1) {
                asked.refuse("/array/indices", "Grid Engine numbers an array's elements from 1");
            }
            say("-t %d-%d:%d".formatted(r[0], r[1], r[2]));
        });
        asked.mostConcurrent().ifPresent(n -> say("-tc " + n));
    }

    private void checkpoint() {
        asked.checkpoint().ifPresent(c -> {
            if (c.signal().equals("USR1")) {
                requests.add("s_rt=" + (asked.limit().toSeconds() - c.before().seconds()));
            } else {
                asked.refuse("/checkpoint/signal", "Grid Engine warns with USR1 alone");
            }
        });
    }
}
