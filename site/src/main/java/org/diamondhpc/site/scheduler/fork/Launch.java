package org.diamondhpc.site.scheduler.fork;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.spec.Checkpoint;
import org.diamondhpc.schemas.spec.MemorySize;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.JobScript;
import org.diamondhpc.site.scheduler.job.Asked;
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
    private static final String NOTHING = "means nothing on a site without a scheduler; leave it out";

    private final TaskOrder order;
    private final TaskSpec spec;
    private final AttemptLayout layout;
    private final SiteProfile profile;
    private final Violations violations = new Violations();
    private final Asked asked;

    Launch(TaskOrder order, Placement placement, AttemptLayout layout, SiteProfile profile) {
        this.order = order;
        this.spec = order.spec();
        this.layout = layout;
        this.profile = profile;
        this.asked = new Asked(order, placement, layout, profile, violations);
    }

    JobScript translate() {
        refuse(asked);
        JobScript common = new JobText(order.attemptId(), spec, layout, profile, violations).hedged(order.hedge())
                .write(List.of(), PREAMBLE, "");
        Map<String, String> files = new LinkedHashMap<>(common.files());
        files.put(SCRIPT, "#!/bin/sh\n" + variables() + PROCESS + RUNNER);
        violations.check();
        return new JobScript(files);
    }

    /** What a machine without a scheduler cannot do, or will never have room for. */
    static void refuse(Asked asked) {
        Resources r = asked.resources();
        if (r.nodes() > 1) {
            asked.refuse("/resources/nodes", "a workstation is one node");
        }
        if (r.gpusPerNode() > 0 || r.gpuType() != null) {
            asked.refuse("/resources/gpusPerProcess", "GPUs cannot be shared out on a site without a scheduler");
        }
        if (r.coresPerNode() > slots(asked.profile())) {
            asked.refuse("/resources", "asks for %d cores; the site has %d slots".formatted(r.coresPerNode(),
                    slots(asked.profile())));
        }
        long books = books(r, asked.profile());
        if (memory(asked.profile()) > 0 && books > memory(asked.profile())) {
            asked.refuse("/resources/memory", "asks for %d MiB; the site shares out %d MiB".formatted(books,
                    memory(asked.profile())));
        }
        asked.absent("/account", asked.account(), NOTHING);
        asked.absent("/qos", asked.qos(), NOTHING);
        asked.absent("/reservation", asked.reservation(), NOTHING);
        asked.absent("/constraints/features", asked.features(), "a site without a scheduler has no node features");
        asked.absent("/excludedNodes", asked.excludedNodes(), "a workstation is one node");
        asked.checkpoint();
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

    /** A job that says no amount counts with what its slots are of the whole, so that no more is given than there is. */
    private static long books(Resources r, SiteProfile profile) {
        long cores = r.exclusive() ? slots(profile) : Math.min(r.coresPerNode(), slots(profile));
        return r.memory() == null ? memory(profile) * cores / slots(profile) : r.memory().mebibytes();
    }

    private String variables() {
        int slots = slots(profile);
        long memory = memory(profile);
        long books = memory == 0 ? 0 : books(spec.resources(), profile);
        int need = spec.resources().exclusive() ? slots : Math.min(spec.resources().coresPerNode(), slots);
        List<Integer> elements = asked.elements();
        long most = Math.max(1, Math.min(elements.size(), slots / Math.max(1, need)));
        if (books > 0) {
            most = Math.max(1, Math.min(most, memory / books));
        }
        most = Math.min(most, asked.mostConcurrent().orElse(elements.size() + 1));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("F_ROOT", ShellWord.quote(JobText.root(layout)));
        all.put("F_DIR", ShellWord.quote(layout.directory()));
        all.put("F_SLOTS", slots);
        all.put("F_NEED", Math.min(slots, need * most));
        all.put("F_MEMORY", memory);
        all.put("F_BOOKS", Math.min(memory, books * most));
        all.put("F_LIMIT", spec.resources().duration().seconds());
        all.put("F_MOST", most);
        all.put("F_INDICES", "'" + elements.stream().map(String::valueOf).collect(Collectors.joining(" ")) + "'");
        all.put("F_SIGNAL", "'" + asked.checkpoint().map(Checkpoint::signal).orElse("") + "'");
        all.put("F_BEFORE", asked.checkpoint().map(c -> c.before().seconds()).orElse(0L));
        return all.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue() + "\n").collect(Collectors.joining());
    }
}
