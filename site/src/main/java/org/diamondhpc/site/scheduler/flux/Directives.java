package org.diamondhpc.site.scheduler.flux;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.site.scheduler.family.Script;
import org.diamondhpc.site.scheduler.job.Asked;

/** The {@code #flux:} lines of a task, one option each, for {@code flux submit} and {@code flux batch} alike. */
final class Directives {
    /** The name under which a queue without a name is shown. */
    static final String UNNAMED = "default";

    private final Asked asked;
    private final List<String> lines = new ArrayList<>();

    Directives(Asked asked) {
        this.asked = asked;
    }

    Script script() {
        Resources r = asked.resources();
        if (asked.name() != null) {
            say("job-name=" + asked.name());
        }
        if (asked.byHand()) {
            asked.variables().entrySet().stream().sorted(Map.Entry.comparingByKey())
                    .forEach(e -> say("env=" + e.getKey() + "=" + e.getValue()));
        } else {
            own(r);
        }
        say("time-limit=" + asked.limit().toSeconds() + "s");
        resources(r);
        place();
        asked.checkpoint().ifPresent(c -> say("signal=%s@%ds".formatted(c.signal(), c.before().seconds())));
        if (asked.array()) {
            asked.refuse("/array", "Flux has no arrays under one id; give the elements as tasks");
        }
        return new Script(lines, "flux run -N {nodes} -n {processes} -c {coresPerProcess}", List.of("FLUX_"));
    }

    /** What only Diamond's own jobs need. */
    private void own(Resources r) {
        if (r.totalProcesses() > 1) {
            lines.addFirst("# an instance of its own");
        }
        if (asked.layout().directory().matches(".*[ {}].*")) {
            asked.refuse("", "the site's storage root holds characters that Flux reads as its own");
        }
        say("setattr=user.diamond=" + asked.token());
        say("cwd=" + asked.path(asked.layout().work()));
        say("output=" + asked.layout().path("stdout"));
        say("error=" + asked.layout().path("stderr"));
    }

    private void say(String option) {
        lines.add("#flux: --" + option);
    }

    private void resources(Resources r) {
        boolean batch = r.totalProcesses() > 1 || asked.byHand();
        say("nodes=" + r.nodes());
        say((batch ? "nslots=" : "ntasks=") + r.totalProcesses());
        say((batch ? "cores-per-slot=" : "cores-per-task=") + r.coresPerProcess());
        if (r.gpusPerProcess() > 0) {
            say((batch ? "gpus-per-slot=" : "gpus-per-task=") + r.gpusPerProcess());
        }
        if (r.exclusive()) {
            say("exclusive");
            if (r.memory() != null) {
                asked.says("Flux gives the memory of whole nodes", "/resources/memory");
            }
        } else if (r.memory() != null) {
            asked.refuse("/resources/memory", "Flux shares out cores and GPUs, not memory; ask for whole nodes "
                    + "(exclusive) instead");
        }
        if (r.gpuType() != null) {
            String type = asked.gpuType();
            if (asked.option("gpuType").orElse("").equals("property")) {
                say("requires=" + type);
                asked.says("is a property of nodes there", "/resources/gpuType", "/constraints/features");
            } else {
                asked.refuse("/resources/gpuType", "the site's profile does not say that GPU models are node properties; "
                        + "set scheduler.gpuType to property");
            }
        }
    }

    private void place() {
        if (asked.queue() != null && !asked.queue().equals(UNNAMED)) {
            say("queue=" + asked.queue());
        }
        if (asked.account() != null) {
            say("bank=" + asked.account());
        }
        asked.absent("/qos", asked.qos(), "Flux has no qualities of service");
        asked.absent("/reservation", asked.reservation(), "Flux has no reservations");
        asked.features().forEach(f -> say("requires=" + f));
        if (!asked.excludedNodes().isEmpty()) {
            say("requires=-host:" + String.join(",", asked.excludedNodes()));
        }
    }
}
