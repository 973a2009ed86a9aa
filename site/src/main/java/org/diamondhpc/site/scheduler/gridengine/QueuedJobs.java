package org.diamondhpc.site.scheduler.gridengine;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.site.scheduler.family.Look;
import org.diamondhpc.site.scheduler.family.QueueSketch;
import org.diamondhpc.site.scheduler.family.Sight.Phase;
import org.diamondhpc.site.scheduler.text.Amounts;

/** Everybody's jobs of {@code qstat -u '*' -r -xml}. */
final class QueuedJobs {
    private final Look look;
    private final Map<String, String> rules;
    private final String defaultQueue;
    private final String memory;
    private final String gpu;
    private final QueueSketch sketch;
    private final Map<String, Integer> gpusByHost = new HashMap<>();

    /** @param rules allocation rules of the parallel environments */
    QueuedJobs(Look look, Map<String, String> rules, String defaultQueue) {
        this.look = look;
        this.rules = rules;
        this.defaultQueue = defaultQueue;
        this.memory = look.profile().scheduler().options().getOrDefault("memory", "h_vmem");
        this.gpu = look.profile().scheduler().options().getOrDefault("gpu", "gpu");
        this.sketch = new QueueSketch(look.users());
        Xml.documents(look.parts().get("jobs").text()).forEach(d -> d.all("job_list").forEach(this::add));
    }

    Map<String, Integer> gpusByHost() {
        return gpusByHost;
    }

    Look.QueueView view() {
        return sketch.view();
    }

    private void add(Xml job) {
        String state = job.text("state");
        boolean running = QstatQueue.phase(state) == Phase.RUNNING;
        String[] place = job.text("queue_name").split("@", 2);
        int slots = number(job.text("slots"), 1);
        int nodes = nodes(job, slots);
        int gpus = job.named("hard_request", gpu).map(g -> number(g, 0)).orElse(0);
        if (running && place.length == 2) {
            gpusByHost.merge(place[1], gpus, Integer::sum);
        }
        Instant start = Amounts.instant(job.text("JAT_start_time")).orElse(null);
        Duration ran = start == null ? Duration.ZERO : Duration.between(start, look.now());
        Duration limit = job.named("hard_request", "h_rt").flatMap(Snapshots::time).orElse(null);
        long mebibytes = job.named("hard_request", memory).map(m -> Amounts.memory(m.replaceAll("\\.\\d+$", ""))
                .orElse(0) >> 20).orElse(0L) * slots / nodes;
        String user = job.text("JB_owner");
        sketch.add(user, new QueuedJob(job.text("JB_job_number"), queue(job, place[0]), running, nodes, slots, gpus,
                mebibytes, limit, ran.isNegative() ? Duration.ZERO : ran, priority(job.text("JAT_prio")),
                Amounts.instant(job.text("JB_submission_time")).orElse(start), null,
                running ? "" : state.contains("h") || state.contains("E") ? "JobHeldUser" : "Queued",
                running && place.length == 2 ? List.of(place[1]) : List.of(), sketch.owns(user)),
                running ? 1 : Math.max(1, QstatQueue.elements(job.text("tasks")).size()));
    }

    private String queue(Xml job, String granted) {
        String asked = job.text("hard_req_queue");
        return !granted.isEmpty() ? granted : asked.isEmpty() ? defaultQueue : asked.replaceAll("@.*", "");
    }

    /** A fixed number on each node tells how many nodes. */
    private int nodes(Xml job, int slots) {
        String rule = Optional.of(job.children("requested_pe")).filter(p -> !p.isEmpty())
                .map(p -> rules.getOrDefault(p.getFirst().attribute("name"), "")).orElse("");
        return rule.matches("[1-9]\\d{0,5}") ? Math.max(1, slots / Integer.parseInt(rule)) : 1;
    }

    /** From 0 to 1 with five digits. */
    private static long priority(String text) {
        return text.matches("\\d{1,3}\\.\\d{1,9}") ? (long) (Double.parseDouble(text) * 100_000) : 0;
    }

    private static int number(String text, int otherwise) {
        return text.matches("\\d{1,9}(\\.0*)?") ? (int) Double.parseDouble(text) : otherwise;
    }
}
