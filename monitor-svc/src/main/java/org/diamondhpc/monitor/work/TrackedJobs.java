package org.diamondhpc.monitor.work;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.messaging.tx.Transactions;
import org.diamondhpc.monitor.domain.Change;
import org.diamondhpc.monitor.domain.JobLife;
import org.diamondhpc.monitor.domain.TrackedJob;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;

/** The jobs under watch. Every change and its news are one transaction. */
@ApplicationScoped
public class TrackedJobs implements PanacheRepositoryBase<TrackedRow, String> {
    private final WorkQueue work;
    private final EventPublisher events;
    private final Event<AccountWatches.JobTracked> trackedNews;
    private final Transactions transactions;

    TrackedJobs(WorkQueue work, EventPublisher events, Event<AccountWatches.JobTracked> trackedNews,
            Transactions transactions) {
        this.transactions = transactions;
        this.work = work;
        this.events = events;
        this.trackedNews = trackedNews;
    }

    /** Takes a submitted job under watch and wakes its account's watch; joins the current transaction. */
    public void track(TrackedJob job, Instant now) {
        TrackedRow row = new TrackedRow();
        row.attempt = job.attempt().toString();
        row.tenant = job.tenant().value();
        row.site = job.placement().site().value();
        row.account = job.placement().user();
        row.job = job;
        persist(row);
        AccountId account = new AccountId(job.placement().site(), job.placement().user());
        transactions.attached(new Wanted(account), () -> watch(account, now));
        trackedNews.fire(new AccountWatches.JobTracked(account, job.attempt()));
    }

    /** What a transaction has asked for already. */
    private record Wanted(AccountId account) { }

    private AccountId watch(AccountId account, Instant now) {
        work.enqueue(new NewWork(WatchHandler.KIND, account.toString(), "watch/" + account,
                new WatchHandler.Watched(account)));
        work.hasten(WatchHandler.KIND, account.toString(), now);
        return account;
    }

    /** Every job of an account, those whose accounting is still awaited included. */
    List<TrackedJob> of(AccountId account) {
        return QuarkusTransaction.requiringNew().call(() -> list("site = ?1 and account = ?2",
                account.site().value(), account.user()).stream().map(row -> row.job).toList());
    }

    /**
     * Locks the jobs' rows with one question, always in the same order; what is applied to them asks no more.
     *
     * @return those under watch
     */
    Set<AttemptId> lock(List<AttemptId> attempts) {
        return find("attempt in ?1 order by attempt", attempts.stream().map(AttemptId::toString).toList())
                .withLock(LockModeType.PESSIMISTIC_WRITE).stream().map(row -> row.job.attempt())
                .collect(Collectors.toSet());
    }

    /**
     * Applies what was seen to the job as it stands now, and appends the news; joins the current transaction.
     *
     * @return the change; null for a job that is not under watch
     */
    Change apply(AttemptId attempt, Function<TrackedJob, Change> seen) {
        TrackedRow row = findById(attempt.toString(), LockModeType.PESSIMISTIC_WRITE);
        if (row == null) {
            return null;
        }
        Change change = seen.apply(row.job);
        if (change.changes(row.job)) {
            row.job = change.next();
            row.endedAt = change.next().life() instanceof JobLife.Ended ended ? ended.endedAt() : null;
            change.news().forEach(events::publish);
        }
        return change;
    }

    /** The job is to be withdrawn, or stays after all; joins the current transaction. */
    public void moving(AttemptId attempt, Function<TrackedJob, Change> news) {
        if (apply(attempt, news) != null) {
            TrackedRow row = findById(attempt.toString());
            trackedNews.fire(new AccountWatches.JobTracked(new AccountId(new SiteId(row.site), row.account), attempt));
        }
    }

    /** The job was withdrawn: it is nobody's any more. */
    public void withdrawn(AttemptId attempt) {
        forget(List.of(attempt));
    }

    void forget(List<AttemptId> attempts) {
        delete("attempt in ?1", attempts.stream().map(AttemptId::toString).toList());
    }
}
