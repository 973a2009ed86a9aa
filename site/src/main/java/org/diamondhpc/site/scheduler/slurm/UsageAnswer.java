package org.diamondhpc.site.scheduler.slurm;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.task.JobUsage;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.scheduler.text.Sections;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/** Reads what {@code usage.sh} printed. Pure. */
final class UsageAnswer {
    private final List<AccountingRow> rows;

    UsageAnswer(String output, String mark) {
        Section section = Sections.parse(output, mark).get("accounting");
        this.rows = section.ok() ? AccountingRow.parse(section.text()) : List.of();
    }

    Map<AttemptId, Observation.Accounted> read(Collection<WatchedJob> jobs) {
        Map<AttemptId, Observation.Accounted> all = new LinkedHashMap<>();
        for (WatchedJob job : jobs) {
            List<AccountingRow> own = rows.stream().filter(r -> r.id().base().equals(job.jobId()))
                    .filter(r -> r.step() || r.workDir().equals(job.layout().work())).toList();
            List<AccountingRow> runs = own.stream().filter(r -> !r.step()).toList();
            boolean over = !runs.isEmpty() && runs.stream().allMatch(r -> r.state().ended()
                    || r.state().kind() == SlurmState.Kind.REQUEUED);
            JobUsage usage = over ? Usage.of(own) : null;
            if (usage != null) {
                all.put(job.attempt(), new Observation.Accounted(word(runs), usage));
            }
        }
        return all;
    }

    /** The first word that is not COMPLETED, for arrays; else COMPLETED. */
    private static String word(List<AccountingRow> runs) {
        return runs.stream().map(AccountingRow::stateText).filter(w -> runs.size() > 1 && !w.startsWith("COMPLETED")
                && runs.getLast().id().element().isPresent()).findFirst().orElse(runs.getLast().stateText());
    }
}
