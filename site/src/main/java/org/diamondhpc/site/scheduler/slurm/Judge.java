package org.diamondhpc.site.scheduler.slurm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Tick.Part.State;
import org.diamondhpc.site.scheduler.job.AttemptFiles;
import org.diamondhpc.site.scheduler.job.AttemptFiles.Exit;
import org.diamondhpc.site.scheduler.job.AttemptFiles.Started;
import org.diamondhpc.site.scheduler.slurm.SlurmState.Kind;
import org.diamondhpc.site.scheduler.text.JobId;

/** Decides what a look means. Pure. A part that failed is never taken as news. */
final class Judge {
    /** How long the queue's word on a bad end waits for accounting's fuller one. */
    static final Duration ACCOUNTING_LAG = Duration.ofSeconds(15);

    /** The queue is read before the files: a start younger than this may be newer than the row that says PENDING. */
    static final Duration LISTING_AGE = Duration.ofSeconds(10);

    private Judge() {
    }

    /** At least one observation; second jobs of the attempt come beside the first. */
    static List<Observation> observe(Sighting s) {
        List<Observation> all = new ArrayList<>();
        if (s.files().fencedOff()) {
            return List.of(new Observation.ClaimedByNobody());
        }
        Optional<String> owner = s.files().owner().filter(o -> !o.equals(AttemptFiles.NOBODY));
        String jobId = s.job().jobId();
        if (owner.filter(o -> !o.equals(jobId)).isPresent()) {
            all.add(new Observation.ClaimedBy(owner.get()));
        } else if (owner.isEmpty() && s.queue().ok() && s.recorded().isEmpty() && others(s).findFirst().isPresent()) {
            all.add(new Observation.ClaimedBy(others(s).findFirst().get().id().base()));
        } else {
            all.add(s.job().array() ? ArrayJudge.observe(s) : whole(s));
            duplicates(s, all);
        }
        return all;
    }

    private static Stream<QueueRow> others(Sighting s) {
        return s.rows().stream().filter(r -> !r.id().base().equals(s.job().jobId()) && !r.state().ended());
    }

    private static void duplicates(Sighting s, List<Observation> into) {
        List<String> active = others(s).map(r -> r.id().base()).distinct().toList();
        active.forEach(id -> into.add(new Observation.Duplicate(id, true)));
        s.files().duplicates().stream().map(AttemptFiles::base).distinct()
                .filter(id -> !active.contains(id) && !id.equals(s.job().jobId()))
                .forEach(id -> into.add(new Observation.Duplicate(id, false)));
    }

    private static Observation whole(Sighting s) {
        Optional<Exit> exit = s.files().exit(s.job().jobId(), AttemptFiles.WHOLE);
        Optional<Started> started = s.files().started(s.job().jobId(), AttemptFiles.WHOLE);
        Optional<QueueRow> row = latest(s.recorded(AttemptFiles.WHOLE));
        if (exit.filter(Exit::decisive).isPresent()) {
            return new Observation.Ended(EndReading.clean(exit.get(), started, row), null);
        }
        if (!s.queue().ok()) {
            return new Observation.Unobserved("the queue could not be read: " + s.queue().detail());
        }
        if (row.isPresent() && !row.get().state().ended()) {
            return alive(row.get(), started, s.now());
        }
        return over(s, AttemptFiles.WHOLE, row).<Observation>map(o -> new Observation.Ended(o, Usage.of(s.accounts())))
                .orElseGet(() -> missing(s, row, List.of()));
    }

    /** A queue's row of a job that is not over. */
    static Observation alive(QueueRow row, Optional<Started> started, Instant now) {
        boolean began = started.filter(b -> b.at().plus(LISTING_AGE).isBefore(now)).isPresent();
        return switch (row.state().kind()) {
            case WAITING -> began && !row.state().word().equals("CONFIGURING") ? requeued(row, started)
                    : pending(row);
            case REQUEUED -> requeued(row, started);
            case RUNNING -> new Observation.Running(started.map(Started::at).or(row::start).orElse(null), row.nodes());
            case UNKNOWN, ENDED -> new Observation.Unobserved("the queue's state is not known: " + row.state().word());
        };
    }

    static Observation pending(QueueRow row) {
        String reason = row.state().word().equals("CONFIGURING") ? Observation.Pending.SETTING_UP : row.reason();
        return new Observation.Pending(reason, PendingReasons.explain(reason), row.start().orElse(null));
    }

    private static Observation requeued(QueueRow row, Optional<Started> started) {
        return new Observation.Requeued(started.map(Started::restarts).orElse(0) + 1,
                row.state().kind() == Kind.REQUEUED ? row.state().word() : row.reason());
    }

    /**
     * The outcome of a job or an element that is over for the queue (ended there, or gone), where it can be told.
     */
    static Optional<JobOutcome> over(Sighting s, int element, Optional<QueueRow> row) {
        Optional<Exit> exit = s.files().exit(s.job().jobId(), element);
        Optional<Started> started = s.files().started(s.job().jobId(), element);
        List<AccountingRow> rows = s.accounts(element);
        Optional<AccountingRow> allocation = rows.stream().filter(a -> !a.step())
                .max(Comparator.comparing(a -> a.submit().orElse(Instant.MIN)));
        List<AccountingRow> steps = rows.stream().filter(a -> a.step() && sameRun(a, allocation)).toList();
        Optional<String> word = allocation.filter(a -> a.state().ended()).map(AccountingRow::stateText);
        boolean silent = word.isEmpty() && s.accounting().state() != State.OFF && row.isPresent()
                && !row.get().state().word().equals("COMPLETED");
        if (silent && stillYoung(row.get(), s.now())) {
            return Optional.empty();
        }
        word = word.or(() -> row.map(r -> r.state().word()));
        if (word.isEmpty() && (exit.isEmpty() || s.accounting().state() == State.DOWN)) {
            return Optional.empty();
        }
        return Optional.of(new EndReading(started, exit, row, allocation, steps, word).outcome());
    }

    private static boolean sameRun(AccountingRow step, Optional<AccountingRow> allocation) {
        Optional<Instant> start = allocation.flatMap(AccountingRow::start);
        return start.isEmpty() || step.start().filter(t -> t.isBefore(start.get().minusSeconds(5))).isEmpty();
    }

    private static boolean stillYoung(QueueRow row, Instant now) {
        return row.end().filter(e -> now.isAfter(e.plus(ACCOUNTING_LAG))).isEmpty();
    }

    /** Neither over for certain nor to be seen. */
    static Observation missing(Sighting s, Optional<QueueRow> row, List<Integer> elements) {
        if (row.isPresent()) {
            return new Observation.Unobserved("the queue says " + row.get().state().word()
                    + "; accounting has not spoken yet");
        }
        if (s.accounting().state() == State.DOWN) {
            return new Observation.Unobserved("not in the queue, and accounting does not answer: "
                    + s.accounting().detail());
        }
        if (s.accounting().state() == State.NOT_ASKED) {
            return new Observation.Unobserved("not in the queue, and accounting was not asked");
        }
        List<String> evidence = new ArrayList<>();
        evidence.add("queue at " + s.now() + ": no job " + s.job().jobId() + " of this attempt"
                + (elements.isEmpty() ? "" : ", elements " + JobId.ranges(elements)));
        evidence.add(switch (s.accounting().state()) {
            case OFF -> "accounting: the site keeps none";
            default -> s.accounts().isEmpty() ? "accounting: no such job"
                    : "accounting: last word " + s.accounts().getLast().stateText();
        });
        evidence.add(!s.files().exists() ? "files: the attempt's directory is not there"
                : s.files().owner().isEmpty() ? "files: never started" : "files: started, no end written");
        return new Observation.Absent(evidence);
    }

    static Optional<QueueRow> latest(List<QueueRow> rows) {
        return rows.stream().max(Comparator.comparing((QueueRow r) -> !r.state().ended())
                .thenComparing(r -> r.submit().orElse(Instant.MIN)));
    }
}
