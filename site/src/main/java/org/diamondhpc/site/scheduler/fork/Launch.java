package org.diamondhpc.site.scheduler.fork;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.spec.MemorySize;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.JobScript;
import org.diamondhpc.site.scheduler.job.JobText;
import org.diamondhpc.site.scheduler.job.Violations;
import org.diamondhpc.site.scheduler.text.Program;
import org.diamondhpc.site.session.ShellWord;

/** A task's files for a workstation: the common wrapper and {@code launch.sh}, which queues and times it. */
final class Launch {
    static final String SCRIPT = "launch.sh";
    /** Where the profile's option {@code slots} is not given. */
    private static final int DEFAULT_SLOTS = 4;
    private static final String PREAMBLE = Program.of(Launch.class, "preamble.sh");
    private static final String PROCESS = Program.of(Launch.class, "process.sh");
    private static final String RUNNER = Program.of(Launch.class, "runner.sh");
    private static final Set<String> SIGNALS = Set.of("USR1", "USR2", "TERM", "HUP", "URG", "CONT");

    private final TaskOrder order;
    private final TaskSpec spec;
    private final AttemptLayout layout;
    private final SiteProfile profile;
    private final Violations violations = new Violations();

    Launch(TaskOrder order, AttemptLayout layout, SiteProfile profile) {
        this.order = order;
        this.spec = order.spec();
        this.layout = layout;
        this.profile = profile;
    }

    JobScript translate(Placement placement) {
        refuse(placement);
        JobScript common = new JobText(order.attemptId(), spec, layout, profile, violations)
                .write(List.of(), PREAMBLE, "");
        Map<String, String> files = new LinkedHashMap<>(common.files());
        files.put(SCRIPT, "#!/bin/sh\n" + variables() + PROCESS + RUNNER);
        violations.check();
        return new JobScript(files);
    }

    private void refuse(Placement placement) {
        Resources r = spec.resources();
        if (r.nodes() > 1) {
            violations.add("/resources/nodes", "a workstation is one node");
        }
        if (r.gpusPerNode() > 0 || r.gpuType() != null) {
            violations.add("/resources/gpusPerProcess", "GPUs cannot be shared out on a site without a scheduler");
        }
        if (r.coresPerNode() > slots(profile)) {
            violations.add("/resources", "asks for %d cores; the site has %d slots".formatted(r.coresPerNode(),
                    slots(profile)));
        }
        if (memory(profile) > 0 && books() > memory(profile)) {
            violations.add("/resources/memory", "asks for %d MiB; the site shares out %d MiB".formatted(books(),
                    memory(profile)));
        }
        absent("/account", placement.account() == null ? spec.account() : placement.account());
        absent("/qos", placement.qos() == null ? spec.qos() : placement.qos());
        absent("/reservation", placement.reservation() == null ? spec.reservation() : placement.reservation());
        if (!spec.constraints().features().isEmpty()) {
            violations.add("/constraints/features", "a site without a scheduler has no node features");
        }
        if (spec.checkpoint() != null && !SIGNALS.contains(spec.checkpoint().signal())) {
            violations.add("/checkpoint/signal", "must be one of USR1, USR2, TERM, HUP, URG, CONT");
        }
    }

    private void absent(String pointer, String value) {
        if (value != null) {
            violations.add(pointer, "means nothing on a site without a scheduler; leave it out");
        }
    }

    /** How many cores all jobs together may take. */
    static int slots(SiteProfile profile) {
        String slots = profile.scheduler().options().getOrDefault("slots", "");
        return slots.matches("[1-9]\\d{0,4}") ? Integer.parseInt(slots) : DEFAULT_SLOTS;
    }

    /** MiB that all jobs together may book; 0 where the site does not share memory out. */
    static long memory(SiteProfile profile) {
        String memory = profile.scheduler().options().getOrDefault("memory", "");
        return memory.isEmpty() ? 0 : MemorySize.parse(memory).mebibytes();
    }

    private long books() {
        return spec.resources().memory() == null ? 0 : spec.resources().memory().mebibytes();
    }

    private String variables() {
        int slots = slots(profile);
        int each = spec.resources().coresPerNode();
        int need = spec.resources().exclusive() ? slots : Math.min(each, slots);
        List<Integer> elements = elements();
        int most = Math.max(1, Math.min(elements.size(), slots / Math.max(1, need)));
        if (memory(profile) > 0 && books() > 0) {
            most = (int) Math.max(1, Math.min(most, memory(profile) / books()));
        }
        if (spec.array() != null && spec.array().maxConcurrent() != null) {
            most = Math.min(most, Math.max(1, spec.array().maxConcurrent()));
        }
        return "F_ROOT=%s\nF_DIR=%s\nF_SLOTS=%d\nF_NEED=%d\nF_MEMORY=%d\nF_BOOKS=%d\nF_LIMIT=%d\nF_MOST=%d\nF_INDICES='%s'\nF_SIGNAL='%s'\nF_BEFORE=%d\n"
                .formatted(ShellWord.quote(JobText.root(layout)), ShellWord.quote(layout.directory()), slots,
                        Math.min(slots, need * most), memory(profile), memory(profile) == 0 ? 0
                                : Math.min(memory(profile), books() * most), spec.resources().duration().seconds(), most,
                        elements.stream().map(String::valueOf).collect(Collectors.joining(" ")),
                        spec.checkpoint() != null && SIGNALS.contains(spec.checkpoint().signal())
                                ? spec.checkpoint().signal() : "",
                        spec.checkpoint() == null ? 0 : spec.checkpoint().before().seconds());
    }

    private List<Integer> elements() {
        try {
            return spec.array() == null ? List.of() : spec.array().expanded();
        } catch (IllegalArgumentException e) {
            violations.add("/array/indices", e.getMessage());
            return List.of();
        }
    }
}
