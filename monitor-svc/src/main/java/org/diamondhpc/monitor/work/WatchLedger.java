package org.diamondhpc.monitor.work;

import io.quarkus.narayana.jta.QuarkusTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.monitor.domain.Change;
import org.diamondhpc.monitor.domain.JobLife;
import org.diamondhpc.monitor.domain.TrackedJob;
import org.diamondhpc.monitor.domain.WatchRules;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.task.JobUsage;
import org.diamondhpc.site.scheduler.Hint;
import org.diamondhpc.site.scheduler.Observation;

/** Writes down what one account's watch saw; many jobs' changes are one transaction. */
final class WatchLedger {
    /** Accounting that has not spoken by then is given up on. */
    private static final Duration ACCOUNTING_PATIENCE = Duration.ofMinutes(5);

    private final AccountId account;
    private final TrackedJobs tracked;
    private final EventPublisher events;
    private final WatchRules rules;

    WatchLedger(AccountId account, TrackedJobs tracked, EventPublisher events, WatchRules rules) {
        this.account = account;
        this.tracked = tracked;
        this.events = events;
        this.rules = rules;
    }

    /** What became of a batch of hints. */
    record Taken(List<Hint> unmatched, boolean lookNeeded) {
    }

    List<TrackedJob> jobs() {
        return tracked.of(account);
    }

    /** Whether anything was news. */
    boolean observed(Map<TrackedJob, List<Observation>> seen, Instant now) {
        boolean[] news = {false};
        Map<TrackedJob, List<Observation>> changing = new HashMap<>();
        seen.forEach((job, observations) -> {
            List<Observation> some = observations.stream().filter(o -> rules.observed(job, o, now).changes(job)).toList();
            if (!some.isEmpty()) {
                changing.put(job, some);
            }
        });
        if (!changing.isEmpty()) {
            QuarkusTransaction.requiringNew().run(() -> {
                tracked.lock(changing.keySet().stream().map(TrackedJob::attempt).toList());
                changing.forEach((job, observations) -> observations.forEach(observation -> {
                    Change change = tracked.apply(job.attempt(), j -> rules.observed(j, observation, now));
                    news[0] |= change != null && !change.news().isEmpty();
                }));
            });
        }
        return news[0];
    }

    Taken hinted(List<Hint> hints, Instant now) {
        List<Hint> unmatched = new ArrayList<>();
        boolean[] look = {false};
        QuarkusTransaction.requiringNew().run(() -> {
            Set<AttemptId> known = tracked.lock(hints.stream().map(Hint::attempt).distinct().toList());
            for (Hint hint : hints) {
                Change change = known.contains(hint.attempt())
                        ? tracked.apply(hint.attempt(), j -> rules.hinted(j, hint, now)) : null;
                if (change == null) {
                    unmatched.add(hint);
                } else {
                    look[0] |= change.news().isEmpty() && rules.unclear(change.next(), hint);
                }
            }
        });
        return new Taken(unmatched, look[0]);
    }

    /** Publishes what accounting says, and stops watching those it has spoken of or is given up on. */
    void accounted(List<TrackedJob> ended, Map<TrackedJob, Observation.Accounted> usage, Instant now) {
        List<AttemptId> over = ended.stream().filter(job -> usage.get(job) != null
                || ((JobLife.Ended) job.life()).endedAt().plus(ACCOUNTING_PATIENCE).isBefore(now))
                .map(TrackedJob::attempt).toList();
        if (over.isEmpty()) {
            return;
        }
        QuarkusTransaction.requiringNew().run(() -> {
            ended.stream().filter(usage::containsKey).forEach(job -> events.publish(new TaskEvent.JobAccounted(
                    job.attempt(), job.tenant(), job.job(), usage.get(job).schedulerState(), usage.get(job).usage())));
            tracked.forget(over);
        });
    }
}
