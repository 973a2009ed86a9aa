package org.diamondhpc.site.scheduler.slurm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.task.JobUsage;

/** What a job used, from accounting's rows of it: times add up over its runs, memory is the largest step's. */
final class Usage {
    private Usage() {
    }

    /** Null where accounting knows no run that has ended. */
    static JobUsage of(List<AccountingRow> rows) {
        List<AccountingRow> runs = rows.stream().filter(r -> !r.step() && r.state().ended()).toList();
        if (runs.isEmpty()) {
            return null;
        }
        AccountingRow last = runs.getLast();
        Duration elapsed = sum(runs.stream().flatMap(r -> r.elapsed().stream()).toList());
        Duration cpu = sum(runs.stream().flatMap(r -> r.cpuTime().stream()).toList());
        Optional<Long> memory = rows.stream().filter(AccountingRow::step).filter(r -> r.maxRss().isPresent())
                .map(r -> r.maxRss().getAsLong()).max(Long::compare);
        Optional<Duration> queued = runs.getFirst().submit().flatMap(submit -> runs.getFirst().start()
                .map(start -> Duration.between(submit, start))).filter(d -> !d.isNegative());
        return new JobUsage(elapsed, cpu, memory.orElse(null), last.allocated().isEmpty() ? null : last.allocated(),
                queued.orElse(null));
    }

    private static Duration sum(List<Duration> all) {
        return all.stream().reduce(Duration.ZERO, Duration::plus);
    }
}
