package org.diamondhpc.site.scheduler.gridengine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.site.scheduler.family.Sight;
import org.diamondhpc.site.scheduler.family.Sight.Phase;
import org.diamondhpc.site.scheduler.family.Sight.Times;
import org.diamondhpc.site.scheduler.text.Amounts;
import org.diamondhpc.site.scheduler.text.JobId;
import org.w3c.dom.Element;

/**
 * The account's jobs: rows of {@code qstat -xml -r}, and for some of them what {@code qstat -j} says (token, folder, why
 * it waits). Pure.
 */
final class QstatQueue {
    private static final int LONGEST_REASON = 300;

    /** What {@code qstat -j} adds to a row. */
    private record Detail(String token, String workDir, String why) {
        static final Detail NONE = new Detail(null, null, "");
    }

    private QstatQueue() {
    }

    /** @throws IllegalArgumentException where the XML does not parse */
    static List<Sight> parse(String text) {
        List<Xml> documents = Xml.documents(text);
        if (documents.isEmpty()) {
            throw new IllegalArgumentException("qstat gave no XML");
        }
        Map<String, Detail> details = new HashMap<>();
        documents.stream().filter(d -> d.name().equals("detailed_job_info")).forEach(d -> details(d, details));
        List<Sight> all = new ArrayList<>();
        documents.stream().filter(d -> d.name().equals("job_info"))
                .forEach(d -> d.all("job_list").forEach(j -> all.add(row(j, details))));
        return all;
    }

    private static void details(Xml document, Map<String, Detail> into) {
        Map<String, String> why = new HashMap<>();
        for (Xml message : document.all("MES_message")) {
            Xml around = new Xml((Element) message.element().getParentNode());
            around.all("ulong_value").forEach(n -> why.merge(n.content(), message.content(), (a, b) -> a));
            around.all("MES_job_number_list").forEach(l -> l.all("ULNG_value").forEach(n ->
                    why.merge(n.content(), message.content(), (a, b) -> a)));
        }
        for (Xml info : document.all("JB_job_number")) {
            Xml job = new Xml((Element) info.element().getParentNode());
            String errors = String.join("; ", job.all("QIM_message").stream().map(Xml::content).toList());
            String work = job.text("JB_cwd");
            into.put(info.content(), new Detail(job.text("JB_account").isEmpty() ? null : job.text("JB_account"),
                    work.isEmpty() ? null : work, errors.isEmpty() ? why.getOrDefault(info.content(), "") : errors));
        }
    }

    private static Sight row(Xml job, Map<String, Detail> details) {
        String id = job.text("JB_job_number");
        String state = job.text("state");
        Detail detail = details.getOrDefault(id, Detail.NONE);
        String host = job.text("queue_name");
        Times times = new Times(Amounts.instant(job.text("JB_submission_time")).orElse(null),
                Amounts.instant(job.text("JAT_start_time")).orElse(null), null, null);
        List<String> nodes = host.contains("@") ? List.of(host.substring(host.indexOf('@') + 1)) : List.of();
        Phase phase = phase(state);
        return new Sight(id, elements(job.text("tasks")), phase, state, reason(state, phase, job, detail.why),
                detail.token, detail.workDir, times, nodes, state.contains("R") ? 1 : 0, null, null);
    }

    /** {@code 1-10:2}, {@code 3}, {@code 1,4-6:1}; empty where it is no array. */
    static List<Integer> elements(String tasks) {
        return tasks.isEmpty() ? List.of() : JobId.parse("1_[" + tasks + "]").map(JobId::elements).orElse(List.of());
    }

    /** Letters of qstat(1): an {@code E} in front is an error that keeps the job waiting, {@code R} one that began again. */
    static Phase phase(String state) {
        if (state.contains("q") || state.equals("w")) {
            return state.contains("R") ? Phase.REQUEUED : Phase.WAITING;
        }
        return state.matches(".*[rtsST].*") ? Phase.RUNNING : Phase.UNKNOWN;
    }

    private static String reason(String state, Phase phase, Xml job, String why) {
        if (phase == Phase.RUNNING) {
            return "";
        }
        if (state.contains("E")) {
            return "JobInError: " + cut(why.isEmpty() ? "qstat -j says why" : why);
        }
        if (state.contains("h")) {
            boolean depends = !job.text("predecessor_jobs_req").isEmpty() || !job.text("predecessor_jobs").isEmpty();
            return depends ? "Dependency" : "JobHeldUser";
        }
        return Optional.of(why).filter(w -> !w.isEmpty()).map(QstatQueue::cut).orElse("Queued");
    }

    private static String cut(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() > LONGEST_REASON ? line.substring(0, LONGEST_REASON) + "…" : line;
    }
}
