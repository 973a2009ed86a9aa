package org.diamondhpc.site.scheduler.slurm;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Tick;
import org.diamondhpc.site.scheduler.Tick.Part;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.scheduler.job.AttemptFiles;
import org.diamondhpc.site.scheduler.job.AttemptLines;
import org.diamondhpc.site.scheduler.text.Sections;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/** Reads what {@code tick.sh} printed and gives each job its observations. Pure. */
final class TickAnswer {
    private final String mark;
    private final Sections parts;
    private List<QueueRow> rows = List.of();
    private List<AccountingRow> accounts = List.of();

    TickAnswer(String output, String mark) {
        this.mark = mark;
        this.parts = Sections.parse(output, mark);
    }

    Tick read(List<WatchedJob> jobs) {
        Instant now = clock(parts);
        Part queue = queue();
        Part accounting = accounting();
        Map<Integer, AttemptFiles> files = AttemptLines.parse(parts.get("files").text());
        Map<AttemptId, List<Observation>> all = new LinkedHashMap<>();
        for (int i = 0; i < jobs.size(); i++) {
            WatchedJob job = jobs.get(i);
            all.put(job.attempt(), Judge.observe(new Sighting(job, now, queue, rowsOf(job), accounting, accountsOf(job),
                    files.getOrDefault(i, AttemptFiles.UNSEEN))));
        }
        Part filesPart = parts.get("files").ok() ? Part.OK
                : new Part(Part.State.DOWN, "the attempts' files were not read to the end");
        return new Tick(now, queue, accounting, filesPart, all);
    }

    /** The site's clock, to the second. */
    static Instant clock(Sections parts) {
        String digits = parts.get("clock").text().replaceAll("\\D", "");
        return Instant.ofEpochSecond(digits.isEmpty() ? 0 : Long.parseLong(digits));
    }

    private Part queue() {
        Section section = parts.get("queue");
        if (!section.ok()) {
            return new Part(Part.State.DOWN, SlurmMessages.display(section.said()));
        }
        try {
            rows = QueueRow.parse(section.text(), mark);
            return Part.OK;
        } catch (IllegalArgumentException e) {
            return new Part(Part.State.DOWN, e.getMessage());
        }
    }

    private Part accounting() {
        if (!parts.has("accounting")) {
            return Part.NOT_ASKED;
        }
        Section section = parts.get("accounting");
        if (SlurmMessages.accountingOff(section.text())) {
            accounts = ControllerMemory.parse(parts.get("controller").text());
            return new Part(Part.State.OFF, "the site keeps no accounting");
        }
        if (!section.ok()) {
            return new Part(Part.State.DOWN, SlurmMessages.display(section.said()));
        }
        accounts = AccountingRow.parse(section.text());
        return Part.OK;
    }

    private List<QueueRow> rowsOf(WatchedJob job) {
        return rows.stream().filter(r -> r.belongsTo(job.attempt().toString(), job.layout().work())).toList();
    }

    /** Of the recorded id; a run in another folder, or before this job was submitted, is an earlier job of that id. */
    private List<AccountingRow> accountsOf(WatchedJob job) {
        return accounts.stream().filter(a -> a.id().base().equals(job.jobId()))
                .filter(a -> a.workDir().isEmpty() || a.workDir().equals(job.layout().work())
                        || a.workDir().equals("(null)"))
                .filter(a -> a.step() || a.submit().filter(t -> t.isBefore(job.submittedAt().minusSeconds(600)))
                        .isEmpty()).toList();
    }
}
