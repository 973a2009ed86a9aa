package org.diamondhpc.monitor.work;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.monitor.domain.WatchRules;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.AttemptId;

/** The watches open in this process, so that a new job reaches its watch the moment it is committed. */
@ApplicationScoped
class AccountWatches {
    private final Map<AccountId, AccountWatch> open = new ConcurrentHashMap<>();
    private final SiteEyes eyes;
    private final TrackedJobs tracked;
    private final EventPublisher events;
    private final WatchRules rules;

    /** A job was taken under watch. */
    record JobTracked(AccountId account, AttemptId attempt) {
    }

    AccountWatches(SiteEyes eyes, TrackedJobs tracked, EventPublisher events, WatchRules rules) {
        this.eyes = eyes;
        this.tracked = tracked;
        this.events = events;
        this.rules = rules;
    }

    AccountWatch open(AccountId account) {
        AccountWatch watch = new AccountWatch(eyes.of(account), new WatchLedger(account, tracked, events, rules),
                eyes.pace(account), () -> open.remove(account));
        open.put(account, watch);
        return watch;
    }

    void tracked(@Observes(during = TransactionPhase.AFTER_SUCCESS) JobTracked job) {
        AccountWatch watch = open.get(job.account());
        if (watch != null) {
            watch.signal(new AccountWatch.Signal.NewJob(job.attempt()));
        }
    }
}
