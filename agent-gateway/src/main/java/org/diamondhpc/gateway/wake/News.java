package org.diamondhpc.gateway.wake;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.gateway.site.SiteSeen;
import org.diamondhpc.gateway.site.domain.Visibility;
import org.diamondhpc.gateway.task.TaskChanged;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.transfer.TransferEnded;
import org.diamondhpc.gateway.wake.domain.Attention;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.SiteLook;
import org.diamondhpc.gateway.wake.domain.SiteTerms;
import org.diamondhpc.gateway.wake.domain.Verdict;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.TaskState;

/** Takes what happened to tasks, transfers and sites to the waits it concerns, in the transaction that learns of it. */
@ApplicationScoped
class News {
    private static final Set<Condition.Kind> SITE = EnumSet.of(Condition.Kind.SITE_SEEN);
    private static final Set<Condition.Kind> TRANSFER = EnumSet.of(Condition.Kind.TRANSFER_ENDED);

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

    void taskChanged(@Observes TaskChanged change) {
        TaskView task = change.task();
        String subject = task.id().value();
        Instant now = clock.instant();
        boolean ended = task.state().ended() && change.before() != task.state();
        boolean started = change.entered(TaskState.RUNNING);
        boolean queued = change.entered(TaskState.QUEUED);
        List<Attention.Raised> alarms = watching.alarms(task, () -> null, now);
        if (!ended && !started && !queued && alarms.isEmpty()) {
            return;
        }
        List<String> watchers = rows.watching(subject);
        if (watchers.isEmpty()) {
            return;
        }
        if (ended || started) {
            Map<Condition.Kind, Verdict> verdicts = Verdict.of(task.state(), false, said(task));
            waking.settle(subject, verdicts.keySet(), (row, item) -> verdicts.get(item.kind()));
            logs.follow(task);
        }
        waking.raise(alarms.isEmpty() ? List.of() : watchers, alarms);
        if (started || queued) {
            watching.follow(task, change.limit(), now);
        }
    }

    void transferEnded(@Observes TransferEnded ended) {
        waking.settle(ended.transfer().value(), TRANSFER, (row, item) -> new Verdict(true, "ended"));
    }

    void siteSeen(@Observes SiteSeen look) {
        String site = look.site().value();
        waking.settle(site, SITE, item -> look.now() == null || met(look.now(), item) != null,
                (row, item) -> verdict(look, row, item));
        boolean needsLogin = Beforehand.needsLogin(look.now());
        if (needsLogin && !Beforehand.needsLogin(look.before())) {
            waking.raise(rows.watchingTasksAt(site),
                    List.of(Attention.needsLogin(look.site(), look.now().health().problem())));
        } else if (!needsLogin && Beforehand.needsLogin(look.before())) {
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
        SiteTerms terms = item.terms(SiteTerms.class);
        return terms.met(SiteLook.of(seen, terms.partition()));
    }
}
