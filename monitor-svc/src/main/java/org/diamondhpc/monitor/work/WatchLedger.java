package org.diamondhpc.monitor.work;

import io.quarkus.narayana.jta.QuarkusTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        QuarkusTransaction.requiringNew().run(() -> seen.forEach((job, observations) -> {
            for (Observation observation : observations) {
                if (rules.observed(job, observation, now).changes(job)) {
                    Change change = tracked.apply(job.attempt(), j -> rules.observed(j, observation, now));
                    news[0] |= !change.news().isEmpty();
                }
            }
        }));
        return news[0];
    }

    Taken hinted(List<Hint> hints, Instant now) {
        List<Hint> unmatched = new ArrayList<>();
        boolean[] look = {false};
        QuarkusTransaction.requiringNew().run(() -> {
            for (Hint hint : hints) {
                Change change = tracked.apply(hint.attempt(), j -> rules.hinted(j, hint, now));
                if (change == null) {
                    unmatched.add(hint);
                } else {
                    look[0] |= change.news().isEmpty() && !change.next().ended();
                }
            }
        });
        return new Taken(unmatched, look[0]);
    }

    /** Publishes what accounting says, and stops watching those it has spoken of or is given up on. */
    void accounted(List<TrackedJob> ended, Map<TrackedJob, Observation.Accounted> usage, Instant now) {
        QuarkusTransaction.requiringNew().run(() -> ended.forEach(job -> {
            Observation.Accounted said = usage.get(job);
            if (said != null) {
                events.publish(new TaskEvent.JobAccounted(job.attempt(), job.tenant(), job.job(),
                        said.schedulerState(), said.usage()));
            }
            Instant endedAt = ((JobLife.Ended) job.life()).endedAt();
            if (said != null || endedAt.plus(ACCOUNTING_PATIENCE).isBefore(now)) {
                tracked.forget(job.attempt());
            }
        }));
    }
}
