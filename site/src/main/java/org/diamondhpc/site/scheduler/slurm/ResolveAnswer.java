package org.diamondhpc.site.scheduler.slurm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.Resolution;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.scheduler.job.AttemptFiles;
import org.diamondhpc.site.scheduler.job.AttemptLines;
import org.diamondhpc.site.scheduler.text.Sections;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/** Reads what {@code resolve.sh} printed. Pure. */
final class ResolveAnswer {
    private final Sections parts;
    private final String mark;
    private final WatchedJob job;
    private final Instant since;

    ResolveAnswer(String output, String mark, WatchedJob job, Instant since) {
        this.parts = Sections.parse(output, mark);
        this.mark = mark;
        this.job = job;
        this.since = since;
    }

    Resolution read() {
        AttemptFiles files = AttemptLines.parse(parts.get("files").text()).getOrDefault(0, AttemptFiles.UNSEEN);
        Optional<String> owner = files.owner().filter(o -> !o.equals(AttemptFiles.NOBODY));
        List<QueueRow> rows;
        try {
            rows = parts.get("queue").ok() ? mine(QueueRow.parse(parts.get("queue").text(), mark)) : List.of();
        } catch (IllegalArgumentException e) {
            return unhealthy(e.getMessage());
        }
        // The job itself has spoken: that needs no healthy scheduler.
        if (owner.isPresent()) {
            return new Resolution.Found(owner.get(), "claim", submitted(rows, owner.get()));
        }
        if (files.recorded().isPresent()) {
            return new Resolution.Found(files.recorded().get(), "file", submitted(rows, files.recorded().get()));
        }
        if (!parts.get("ping").ok() || parts.get("ping").text().contains("DOWN")
                && !parts.get("ping").text().contains(" UP")) {
            return unhealthy("scontrol ping: " + parts.get("ping").said());
        }
        if (!parts.get("queue").ok()) {
            return unhealthy("squeue: " + parts.get("queue").said());
        }
        return rows.stream().max(Comparator.comparing((QueueRow r) -> !r.state().ended()))
                .<Resolution>map(r -> new Resolution.Found(r.id().base(), "queue", r.submit().orElse(since)))
                .orElseGet(() -> accounting(files));
    }

    private Resolution accounting(AttemptFiles files) {
        Section section = parts.get("accounting");
        boolean off = SlurmMessages.accountingOff(section.text());
        if (!section.ok() && !off) {
            return unhealthy("sacct: " + section.said());
        }
        if (!off) {
            Optional<AccountingRow> row = AccountingRow.parse(section.text()).stream()
                    .filter(a -> a.workDir().equals(job.layout().work()) && !refusedOutright(a)).findFirst();
            if (row.isPresent()) {
                return new Resolution.Found(row.get().id().base(), "accounting", row.get().submit().orElse(since));
            }
        }
        List<String> evidence = new ArrayList<>();
        evidence.add("queue at " + TickAnswer.clock(parts) + ": no job with comment " + job.attempt());
        evidence.add(off ? "accounting: the site keeps none" : "accounting: no job in " + job.layout().work());
        evidence.add(files.exists() ? "files: no job id and no claim in " + job.layout().directory()
                : "files: no directory " + job.layout().directory());
        return new Resolution.NotFound(evidence);
    }

    /** Some refused requests leave a FAILED row that never had a node: no job was made of them. */
    private static boolean refusedOutright(AccountingRow row) {
        return row.state().word().equals("FAILED") && row.nodes().isEmpty() && row.start().equals(row.end())
                && row.start().equals(row.submit());
    }

    private List<QueueRow> mine(List<QueueRow> rows) {
        return rows.stream().filter(r -> r.belongsTo(job.attempt().toString(), job.layout().work())).toList();
    }

    private Instant submitted(List<QueueRow> rows, String id) {
        return rows.stream().filter(r -> r.id().base().equals(id)).findFirst().flatMap(QueueRow::submit).orElse(since);
    }

    private static Resolution unhealthy(String why) {
        return new Resolution.NotHealthy(Problem.of(Reason.SCHEDULER_UNAVAILABLE, SlurmMessages.display(why)));
    }
}
