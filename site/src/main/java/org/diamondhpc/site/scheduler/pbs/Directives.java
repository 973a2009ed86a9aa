package org.diamondhpc.site.scheduler.pbs;

import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.site.scheduler.family.Script;
import org.diamondhpc.site.scheduler.job.Asked;

/** The {@code #PBS} lines of a task: one chunk a node, with all its processes. */
final class Directives {
    private final Asked asked;
    private final List<String> lines = new ArrayList<>();

    Directives(Asked asked) {
        this.asked = asked;
    }

    Script script() {
        if (asked.name() != null) {
            say("-N " + asked.name());
        }
        if (asked.byHand()) {
            byHand();
        } else {
            own();
        }
        say("-l walltime=" + PbsTimes.clock(asked.limit()));
        chunks(asked.resources());
        place();
        array();
        if (!asked.byHand()) {
            asked.checkpoint().ifPresent(c -> lines.add("D_WARN='%s %d'".formatted(c.signal(),
                    asked.limit().toSeconds() - c.before().seconds())));
        }
        return new Script(lines, "mpiexec -n {processes}", List.of("PBS_"));
    }

    /** PBS starts a script in the home directory, by the login shell where none is named. */
    private void byHand() {
        say("-S " + asked.shell());
        asked.shellOptions();
        asked.line("cd \"$PBS_O_WORKDIR\"", "PBS starts it in the home directory: a line goes to where it was submitted");
        String variables = asked.variables(",");
        if (!variables.isEmpty()) {
            say("-v " + variables);
        }
        asked.checkpoint().ifPresent(c -> asked.refuse("/checkpoint", "PBS sends no signal before the limit"));
    }

    /** What only Diamond's own jobs need; a clock beside the work warns before the limit. */
    private void own() {
        say("-S " + asked.shell());
        say("-v " + PbsJob.TOKEN + "=" + asked.token());
        say("-V");
        say("-m n");
        say("-W umask=077");
        streams();
        say("-r " + (asked.checkpoint().isPresent() ? "y" : "n"));
    }

    private void say(String line) {
        lines.add("#PBS " + line);
    }

    /** What PBS itself writes; the job's own streams go to their files directly. */
    private void streams() {
        if (asked.layout().directory().matches(".*[ :,].*")) {
            asked.refuse("", "the site's storage root holds characters that PBS reads as its own: "
                    + asked.layout().directory());
        }
        say("-o " + asked.path(asked.layout().path("scheduler.out")) + (asked.array() ? ".^array_index^" : ""));
        say("-j oe");
    }

    private void chunks(Resources r) {
        StringBuilder chunk = new StringBuilder("select=%d:ncpus=%d:mpiprocs=%d:ompthreads=%d".formatted(r.nodes(),
                r.coresPerNode(), r.processesPerNode(), asked.threads()));
        if (r.memory() != null) {
            chunk.append(":mem=").append(r.memory().mebibytes()).append("mb");
        }
        if (r.gpusPerNode() > 0) {
            chunk.append(":ngpus=").append(r.gpusPerNode());
        }
        if (r.gpuType() != null) {
            String type = asked.gpuType();
            asked.option("gpuType").ifPresentOrElse(resource -> chunk.append(':').append(resource).append('=')
                    .append(type), () -> asked.refuse("/resources/gpuType",
                    "the site's profile names no resource for GPU models; set scheduler.gpuType, for example gpu_type"));
        }
        asked.features().forEach(f -> chunk.append(':').append(f).append("=True"));
        say("-l " + chunk);
        say("-l place=" + (r.nodes() > 1 ? "scatter" : "pack") + (r.exclusive() ? ":exclhost" : ""));
    }

    private void place() {
        String reservation = asked.reservation();
        if (reservation != null && !reservation.matches("[RSM]\\d{1,9}(\\..*)?")) {
            asked.refuse("/reservation", "PBS's reservations are named like R123");
        }
        String queue = reservation == null ? asked.queue() : reservation.replaceAll("\\..*", "");
        if (queue != null) {
            say("-q " + queue);
        }
        if (asked.account() != null) {
            say((asked.option("charge").orElse("account").equals("project") ? "-P " : "-A ") + asked.account());
        }
        asked.absent("/qos", asked.qos(), "PBS has no qualities of service");
        asked.absent("/excludedNodes", asked.excludedNodes(), "PBS cannot be told to avoid nodes");
    }

    private void array() {
        if (!asked.array()) {
            return;
        }
        asked.evenRange("PBS numbers an array's elements evenly, as in 1-10:2").ifPresent(r -> {
            if (r[0] == r[1]) {
                asked.refuse("/array/indices", "PBS's arrays have two elements at least");
            }
            String most = asked.mostConcurrent().isPresent() ? "%" + asked.mostConcurrent().getAsInt() : "";
            say("-J %d-%d:%d%s".formatted(r[0], r[1], r[2], most));
        });
    }
}
