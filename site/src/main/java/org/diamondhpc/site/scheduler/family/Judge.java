package org.diamondhpc.site.scheduler.family;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Tick.Part.State;
import org.diamondhpc.site.scheduler.job.AttemptFiles.Exit;
import org.diamondhpc.site.scheduler.job.AttemptFiles.Started;
import org.diamondhpc.site.scheduler.job.AttemptFiles;
import org.diamondhpc.site.scheduler.text.JobId;

/** Decides what a look means. Pure. A part that failed is never taken as news. */
final class Judge {
    /** How long a job's own word on a bad end waits for accounting's fuller one; accounting files are flushed late. */
    static final Duration ACCOUNTING_LAG = Duration.ofSeconds(25);
    /** The queue is read before the files: a start younger than this may be newer than the row that says it waits. */
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
        if (owner.filter(o -> !o.equals(s.job().jobId())).isPresent()) {
            all.add(new Observation.ClaimedBy(owner.get()));
        } else if (owner.isEmpty() && s.queue().ok() && s.recorded().isEmpty() && s.accounts().isEmpty()
                && s.others().findFirst().isPresent()) {
            all.add(new Observation.ClaimedBy(s.others().findFirst().get().base()));
        } else {
            all.add(s.job().array() ? ArrayJudge.observe(s) : whole(s));
            duplicates(s, all);
        }
        return all;
    }

    private static void duplicates(Sighting s, List<Observation> into) {
        List<String> active = s.others().map(Sight::base).distinct().toList();
        active.forEach(id -> into.add(new Observation.Duplicate(id, true)));
        s.files().duplicates().stream().map(AttemptFiles::base).distinct()
                .filter(id -> !active.contains(id) && !id.equals(s.job().jobId()))
                .forEach(id -> into.add(new Observation.Duplicate(id, false)));
    }

    private static Observation whole(Sighting s) {
        Optional<Exit> exit = s.files().exit(s.job().jobId(), AttemptFiles.WHOLE);
        Optional<Started> started = s.files().started(s.job().jobId(), AttemptFiles.WHOLE);
        Optional<Sight> row = s.row(AttemptFiles.WHOLE);
        if (exit.filter(Exit::decisive).isPresent()) {
            return new Observation.Ended(clean(exit, started, row), null);
        }
        if (!s.queue().ok()) {
            return new Observation.Unobserved("the queue could not be read: " + s.queue().detail());
        }
        if (row.isPresent() && !row.get().ended()) {
            return alive(s, row.get(), started);
        }
        return over(s, AttemptFiles.WHOLE).<Observation>map(o -> new Observation.Ended(o,
                s.account(AttemptFiles.WHOLE).or(() -> row).map(Sight::usage).orElse(null)))
                .orElseGet(() -> missing(s, List.of()));
    }

    /** The job's own record of a clean end, which needs no word of the scheduler's. */
    static JobOutcome clean(Optional<Exit> exit, Optional<Started> started, Optional<Sight> row) {
        return new EndReading(started, exit, Optional.empty(), row).outcome();
    }

    /** A row of a job that is not over. */
    static Observation alive(Sighting s, Sight row, Optional<Started> started) {
        boolean began = started.filter(b -> b.at().plus(LISTING_AGE).isBefore(s.now())).isPresent();
        Instant start = started.map(Started::at).orElse(row.times().start());
        return switch (row.phase()) {
            case WAITING -> began ? requeued(row, started) : new Observation.Pending(row.reason(),
                    s.words().explain(row.reason()), row.times().expected());
            case REQUEUED -> requeued(row, started);
            case RUNNING -> new Observation.Running(start,
                    EndReading.most(Stream.concat(Stream.of(row.nodes()), started.map(Started::nodes).stream())));
            case UNKNOWN, ENDED -> new Observation.Unobserved("the queue's state is not known: " + row.word());
        };
    }

    private static Observation requeued(Sight row, Optional<Started> started) {
        int restarts = Math.max(Math.max(1, row.restarts()), started.map(Started::restarts).orElse(0) + 1);
        return new Observation.Requeued(restarts, row.reason().isEmpty() ? row.word() : row.reason());
    }

    /** The outcome of a job or an element that is over for the queue (ended there, or gone), where it can be told. */
    static Optional<JobOutcome> over(Sighting s, int element) {
        Optional<Sight> row = s.row(element);
        Optional<Sight> said = s.account(element).or(() -> row.filter(Sight::ended));
        Optional<Exit> exit = s.files().exit(s.job().jobId(), element);
        boolean ownWord = exit.isPresent() && row.isEmpty() && (s.accounting().state() == State.OFF
                || s.accounting().ok() && exit.get().at().plus(ACCOUNTING_LAG).isBefore(s.now()));
        if (said.isEmpty() && !ownWord) {
            return row.isEmpty() && exit.isEmpty() ? removed(s, element) : Optional.empty();
        }
        return Optional.of(new EndReading(s.files().started(s.job().jobId(), element), exit, said, row).outcome());
    }

    /** The scheduler confirmed to a cancellation that the job had not begun; it keeps no record of such jobs. */
    private static Optional<JobOutcome> removed(Sighting s, int element) {
        boolean known = s.accounting().ok() || s.accounting().state() == State.OFF;
        boolean began = s.files().starts().containsKey(element) || s.files().claims().containsKey(element);
        return s.files().removed().filter(r -> known && !began && r.job().equals(s.job().jobId())
                && r.at().plus(ACCOUNTING_LAG).isBefore(s.now())).map(r -> new JobOutcome(JobEnd.CANCELLED, null, null,
                        null, "cancelled while it waited", null, r.at(), null, null, null));
    }

    /** Neither over for certain nor to be seen. */
    static Observation missing(Sighting s, List<Integer> elements) {
        if (s.accounting().state() == State.DOWN || s.accounting().state() == State.NOT_ASKED) {
            return new Observation.Unobserved("not in the queue, and accounting "
                    + (s.accounting().state() == State.DOWN ? "does not answer: " + s.accounting().detail()
                    : "was not asked"));
        }
        List<String> evidence = new ArrayList<>();
        evidence.add("queue at " + s.now() + ": no job " + s.job().jobId() + " of this attempt"
                + (elements.isEmpty() ? "" : ", elements " + JobId.ranges(elements)));
        evidence.add("accounting: " + (s.accounting().state() == State.OFF ? s.accounting().detail() : "no such job"));
        evidence.add(!s.files().exists() ? "files: the attempt's directory is not there"
                : s.files().owner().isEmpty() ? "files: never started" : "files: started, no end written");
        return new Observation.Absent(evidence);
    }
}
