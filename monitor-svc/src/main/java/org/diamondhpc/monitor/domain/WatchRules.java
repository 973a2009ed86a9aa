package org.diamondhpc.monitor.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.StreamFile;
import org.diamondhpc.site.scheduler.Hint;
import org.diamondhpc.site.scheduler.Observation;

/**
 * Which change an observation makes. Pure: times come in as arguments.
 *
 * @param grace how long healthy looks must find nothing of a job before it is LOST; longer than accounting lags
 */
public record WatchRules(Duration grace) {
    /** What the scheduler and the job itself call the start may lie so far apart; a later one is another run. */
    private static final Duration SAME_START = Duration.ofSeconds(30);

    /** What a look at the scheduler and the job's files means. */
    public Change observed(TrackedJob job, Observation seen, Instant now) {
        if (job.ended() && !(seen instanceof Observation.Duplicate)) {
            return Change.none(job);
        }
        if (job.moving() && !certainWhileMoving(seen)) {
            return Change.none(job);
        }
        return switch (seen) {
            case Observation.Unobserved u -> Change.none(job);
            case Observation.Pending p -> pending(job, p);
            case Observation.Running r -> running(job, r.startedAt(), r.nodes(), now);
            case Observation.Requeued r -> requeued(job, r);
            case Observation.Ended e -> ended(job, e.outcome(), List.of(), now);
            case Observation.Absent a -> absent(job, a, now);
            case Observation.ClaimedBy c -> claimedBy(job, c.jobId());
            case Observation.ClaimedByNobody n -> Change.none(job.absent(null));
            case Observation.Duplicate d -> duplicate(job, d);
        };
    }

    /**
     * A job that is being withdrawn may be seen to start or end that does none of the user's work. Only its claim tells, and
     * whoever withdraws it asks that; what was held back here is seen by the look after its answer.
     */
    private static boolean certainWhileMoving(Observation seen) {
        return seen instanceof Observation.Pending || seen instanceof Observation.ClaimedBy
                || seen instanceof Observation.Duplicate;
    }

    /** It is to be withdrawn. */
    public Change moving(TrackedJob job) {
        return Change.none(job.moving(!job.ended()));
    }

    /** It stays. */
    public Change kept(TrackedJob job) {
        return Change.none(job.moving(false));
    }

    /**
     * What a line of the job itself means. Only a start and, after it, a clean end of the recorded job are news by
     * themselves; for anything else the caller looks at once. Where the start's line was missed, when and where the job
     * started is told by its files.
     */
    public Change hinted(TrackedJob job, Hint hint, Instant now) {
        if (job.ended() || job.order().spec().array() != null || !hint.jobId().equals(job.job().id())) {
            return Change.none(job);
        }
        return switch (hint) {
            case Hint.Started s -> running(job, s.at(), asked(job, s.nodes()), now);
            case Hint.Exited e when e.code() == 0 && job.life() instanceof JobLife.Running running ->
                ended(job, cleanEnd(running, e), e.streams(), now);
            default -> Change.none(job);
        };
    }

    /** Whether only a look can tell what a line means that was no news; the start that was seen already says nothing. */
    public boolean unclear(TrackedJob job, Hint hint) {
        return !job.ended() && !(job.life() instanceof JobLife.Running known && hint instanceof Hint.Started s
                && job.order().spec().array() == null && s.jobId().equals(job.job().id())
                && Duration.between(known.startedAt(), s.at()).abs().compareTo(SAME_START) < 0);
    }

    /** A job has no more nodes than were asked for, whatever a line that anybody of the account can write says. */
    private static List<String> asked(TrackedJob job, List<String> named) {
        return named.subList(0, Math.min(named.size(), job.order().spec().resources().nodes()));
    }

    private static JobOutcome cleanEnd(JobLife.Running running, Hint.Exited exit) {
        return new JobOutcome(JobEnd.COMPLETED, 0, null, null, "the job's own record of its end", running.startedAt(),
                exit.at(), running.nodes(), List.of(), List.of());
    }

    private static Change pending(TrackedJob job, Observation.Pending seen) {
        if (job.life() instanceof JobLife.Running) {
            return Change.none(job.absent(null)); // a queue listing older than the start we know of
        }
        JobLife.Waiting waiting = (JobLife.Waiting) job.life();
        TrackedJob next = job.with(new JobLife.Waiting(seen.reason(), waiting.restarts()));
        return seen.reason().equals(waiting.reason()) ? Change.none(next)
                : new Change(next, List.of(new TaskEvent.JobPending(job.attempt(), job.tenant(), job.job(),
                        seen.reason(), seen.explanation(), seen.estimatedStart())));
    }

    private static Change running(TrackedJob job, Instant startedAt, List<String> nodes, Instant now) {
        Instant started = startedAt == null ? now : startedAt;
        TrackedJob next = job.with(new JobLife.Running(started, nodes, job.life().restarts()));
        if (job.life() instanceof JobLife.Running known) {
            boolean learned = known.nodes().size() < nodes.size();
            return Change.none(learned ? next : job.absent(null));
        }
        return new Change(next, List.of(new TaskEvent.JobStarted(job.attempt(), job.tenant(), job.job(), started,
                nodes)));
    }

    private static Change requeued(TrackedJob job, Observation.Requeued seen) {
        if (seen.restarts() <= job.life().restarts()) {
            return Change.none(job.absent(null));
        }
        TrackedJob next = job.with(new JobLife.Waiting("Requeued", seen.restarts()));
        return new Change(next, List.of(new TaskEvent.JobRequeued(job.attempt(), job.tenant(), job.job(),
                seen.restarts(), seen.cause())));
    }

    private static Change ended(TrackedJob job, JobOutcome outcome, List<StreamFile> streams, Instant now) {
        List<TaskEvent> news = new ArrayList<>();
        // of several at once the first that begins is chosen, which one that is over must not be
        if (job.life() instanceof JobLife.Waiting && outcome.startedAt() != null && job.order().hedge() == null) {
            news.add(new TaskEvent.JobStarted(job.attempt(), job.tenant(), job.job(), outcome.startedAt(),
                    outcome.nodes()));
        }
        Instant endedAt = outcome.endedAt() == null ? now : outcome.endedAt();
        news.add(new TaskEvent.JobFinished(job.order(), job.placement(), job.job(), outcome, streams));
        return new Change(job.with(new JobLife.Ended(endedAt, job.life().restarts())), news);
    }

    private Change absent(TrackedJob job, Observation.Absent seen, Instant now) {
        Instant since = job.absentSince() == null ? now : job.absentSince();
        if (now.isBefore(since.plus(grace))) {
            return Change.none(job.absent(since));
        }
        List<String> evidence = new ArrayList<>(seen.evidence());
        evidence.add("not found by any healthy look since " + since);
        JobOutcome lost = new JobOutcome(JobEnd.LOST, null, null, null,
                "neither the queue, the accounting nor the job's own files know it", null, now, List.of(),
                List.of(), evidence);
        return ended(job, lost, List.of(), now);
    }

    private static Change claimedBy(TrackedJob job, String owner) {
        if (owner.equals(job.job().id())) {
            return Change.none(job);
        }
        JobRef claimed = new JobRef(job.job().site(), owner, job.job().submittedAt());
        return new Change(job.withJob(claimed),
                List.of(new TaskEvent.JobIdentified(job.attempt(), job.tenant(), claimed, job.job())));
    }

    private static Change duplicate(TrackedJob job, Observation.Duplicate seen) {
        if (job.duplicates().contains(seen.jobId())) {
            return Change.none(job);
        }
        JobRef other = new JobRef(job.job().site(), seen.jobId(), job.job().submittedAt());
        String detail = seen.active() ? "a second job of the attempt is still in the queue and will do nothing"
                : "a second job of the attempt ran none of the user's work";
        return new Change(job.withDuplicate(seen.jobId()),
                List.of(new TaskEvent.DuplicateJobFenced(job.attempt(), job.tenant(), other, detail)));
    }
}
