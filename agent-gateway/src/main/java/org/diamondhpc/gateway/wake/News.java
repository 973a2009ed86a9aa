package org.diamondhpc.gateway.wake;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.diamondhpc.gateway.site.SiteSeen;
import org.diamondhpc.gateway.site.domain.Visibility;
import org.diamondhpc.gateway.task.TaskChanged;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.TasksChanged;
import org.diamondhpc.gateway.transfer.TransferEnded;
import org.diamondhpc.gateway.wake.domain.Attention;
import org.diamondhpc.gateway.wake.domain.BudgetTerms;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.SiteLook;
import org.diamondhpc.gateway.wake.domain.SiteTerms;
import org.diamondhpc.gateway.wake.domain.Verdict;
import org.diamondhpc.messaging.tx.CurrentTrace;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.TaskState;

/** Takes what happened to tasks, transfers and sites to the waits it concerns, in the transaction that learns of it. */
@ApplicationScoped
class News {
    private static final Set<Condition.Kind> SITE = EnumSet.of(Condition.Kind.SITE_SEEN, Condition.Kind.BUDGET_LOW);

    private final WaitRows rows;
    private final Waking waking;
    private final Watching watching;
    private final LogLooks logs;
    private final Clock clock;

    News(WaitRows rows, Waking waking, Watching watching, LogLooks logs, Clock clock) {
        this.rows = rows;
        this.waking = waking;
        this.watching = watching;
        this.logs = logs;
        this.clock = clock;
    }

    void tasksChanged(@Observes TasksChanged told) {
        Instant now = clock.instant();
        List<Stir> stirs = told.changes().stream().map(c -> new Stir(c, watching.alarms(c.task(), () -> null, now)))
                .filter(Stir::matters).toList();
        if (stirs.isEmpty()) {
            return;
        }
        Map<String, List<WaitRows.Interest>> interests = rows.interests(stirs.stream().map(Stir::subject)
                .collect(Collectors.toSet())).stream().collect(Collectors.groupingBy(WaitRows.Interest::subject));
        List<Stir> heard = stirs.stream().filter(s -> interests.containsKey(s.subject())).toList();
        waking.take(heard.stream().map(s -> s.news(interests.get(s.subject()))).toList());
        heard.forEach(s -> CurrentTrace.run(s.change().trace(), () -> follow(s, interests.get(s.subject()), now)));
    }

    private void follow(Stir stir, List<WaitRows.Interest> interests, Instant now) {
        boolean logged = interests.stream().anyMatch(i -> i.kind() == Condition.Kind.LOG_MATCHED);
        if (logged && (stir.ended() || stir.started())) {
            logs.follow(stir.change().task());
        }
        if (stir.started() || stir.queued()) {
            watching.follow(stir.change().task(), stir.change().limit(), now);
        }
    }

    /** A change of a task, as far as it may concern somebody who sleeps. */
    private record Stir(TaskChanged change, List<Attention.Raised> alarms) {
        String subject() {
            return change.task().id().value();
        }

        boolean ended() {
            return change.ended();
        }

        boolean started() {
            return change.entered(TaskState.RUNNING);
        }

        boolean queued() {
            return change.entered(TaskState.QUEUED);
        }

        boolean matters() {
            return ended() || started() || queued() || !alarms.isEmpty() || change.better() != null;
        }

        private Map<Condition.Kind, Verdict> verdicts() {
            if (change.better() != null) {
                return Map.of(Condition.Kind.PLACEMENT_IMPROVED, new Verdict(true, said(change.better())));
            }
            return ended() || started() ? Verdict.of(change.task().state(), false, said(change.task())) : Map.of();
        }

        /** Only for waits it says something of, so that no other is locked. */
        Waking.News news(List<WaitRows.Interest> interests) {
            Map<Condition.Kind, Verdict> verdicts = verdicts();
            List<String> waits = interests.stream().filter(i -> !alarms.isEmpty() || verdicts.containsKey(i.kind()))
                    .map(WaitRows.Interest::waitId).distinct().toList();
            return new Waking.News(waits, (row, item) -> item.subject.equals(subject()) ? verdicts.get(item.kind()) : null,
                    alarms, change.trace());
        }
    }

    /** A better place in words. */
    private static String said(TaskEvent.PlacementImproved better) {
        Candidate to = better.better();
        String there = to.partition() == null ? to.site().value() : to.site() + ":" + to.partition();
        return there + " would be done in " + to.prediction().completion() + (better.gain() == null
                ? "; when it starts at " + better.site() + " cannot be foreseen"
                : ", " + better.gain() + " sooner than at " + better.site()) + ": " + to.why();
    }

    void transferEnded(@Observes TransferEnded ended) {
        String transfer = ended.transfer().value();
        waking.take(List.of(Waking.News.of(rows.watching(transfer), (row, item) -> item.subject.equals(transfer)
                && item.kind() == Condition.Kind.TRANSFER_ENDED ? new Verdict(true, "ended") : null)));
    }

    void siteSeen(@Observes SiteSeen look) {
        String site = look.site().value();
        List<String> worth = rows.open(site, SITE).stream()
                .filter(item -> look.now() == null || met(look.now(), item) != null).map(i -> i.waitId).distinct().toList();
        boolean needsLogin = Beforehand.needsLogin(look.now());
        boolean news = needsLogin && !Beforehand.needsLogin(look.before());
        waking.take(List.of(
                Waking.News.of(worth, (row, item) -> SITE.contains(item.kind()) && item.subject.equals(site)
                        ? verdict(look, row, item) : null),
                Waking.News.of(news ? rows.watchingTasksAt(site) : List.of(), news
                        ? List.of(Attention.needsLogin(look.site(), look.now().health().problem())) : List.of())));
        if (!needsLogin && Beforehand.needsLogin(look.before())) {
            rows.forgetAlarms(site);
        }
    }

    /** A task's state in words. */
    static String said(TaskView task) {
        return task.problem() == null ? task.state().name()
                : task.state() + ": " + task.problem().reason() + " " + task.problem().detail();
    }

    private static Verdict verdict(SiteSeen look, WaitRow row, WaitItemRow item) {
        if (look.now() == null) {
            return new Verdict(false, "the site is gone");
        }
        return Visibility.of(look.now(), new TenantId(row.tenant)).map(seen -> met(seen, item))
                .map(met -> new Verdict(true, met)).orElse(null);
    }

    private static String met(SiteSnapshot seen, WaitItemRow item) {
        if (item.kind() == Condition.Kind.BUDGET_LOW) {
            return item.terms(BudgetTerms.class).met(seen);
        }
        SiteTerms terms = item.terms(SiteTerms.class);
        return terms.met(SiteLook.of(seen, terms.partition()));
    }
}
