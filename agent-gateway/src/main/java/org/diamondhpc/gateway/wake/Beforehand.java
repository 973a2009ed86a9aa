package org.diamondhpc.gateway.wake;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.diamondhpc.gateway.site.Sites;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.gateway.transfer.Transfers;
import org.diamondhpc.gateway.wake.domain.Attention;
import org.diamondhpc.gateway.wake.domain.BudgetTerms;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.SiteLook;
import org.diamondhpc.gateway.wake.domain.SiteTerms;
import org.diamondhpc.gateway.wake.domain.Verdict;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** What of a condition has happened before it was asked; its objects do not change until this transaction commits. */
@ApplicationScoped
class Beforehand {
    private final Tasks tasks;
    private final Transfers transfers;
    private final Sites sites;
    private final Watching watching;
    private final LogLooks logs;
    private final Waking waking;
    private final Clock clock;

    Beforehand(Tasks tasks, Transfers transfers, Sites sites, Watching watching, LogLooks logs, Waking waking,
            Clock clock) {
        this.tasks = tasks;
        this.transfers = transfers;
        this.sites = sites;
        this.watching = watching;
        this.logs = logs;
        this.waking = waking;
        this.clock = clock;
    }

    /** What is known of the objects of a condition. */
    record Known(Map<Condition.Item, Verdict> verdicts, List<Tasks.Watched> tasks, Map<SiteId, SiteSnapshot> sites) {
    }

    /** @throws DiamondException {@code INVALID_REQUEST} with everything that does not exist for the tenant */
    Known of(TenantId tenant, Condition condition) {
        Map<Condition.Item, Verdict> verdicts = new HashMap<>();
        Set<String> exist = new HashSet<>();
        List<Tasks.Watched> found = tasks.hold(tenant, condition.allTasks());
        found.forEach(w -> {
            exist.add(w.task().id().value());
            Verdict.of(w.task().state(), w.task().timings().startedAt() != null, News.said(w.task()))
                    .forEach((kind, v) -> verdicts.put(new Condition.Item(kind, w.task().id().value()), v));
        });
        condition.logs().forEach(log -> found.stream().filter(w -> w.task().id().equals(log.task())
                && w.task().state().ended() && w.site() == null).findFirst().ifPresent(w -> verdicts.put(
                Condition.item(log), new Verdict(false, News.said(w.task())))));
        transfers.hold(tenant, condition.transfers()).forEach(t -> {
            exist.add(t.id().value());
            if (t.state().ended()) {
                verdicts.put(new Condition.Item(Condition.Kind.TRANSFER_ENDED, t.id().value()),
                        new Verdict(true, t.state().name()));
            }
        });
        List<Violation> unknown = new ArrayList<>(condition.items().stream()
                .filter(i -> !i.kind().site() && !exist.contains(i.subject()))
                .map(i -> new Violation("", "there is no " + i.subject())).distinct().toList());
        Map<SiteId, SiteSnapshot> seen = sites.hold(tenant, sites(condition, found));
        for (SiteTerms terms : condition.sites()) {
            site(terms, seen.get(terms.site()), verdicts, unknown);
        }
        for (BudgetTerms terms : condition.budgets()) {
            budget(terms, seen.get(terms.site()), verdicts, unknown);
        }
        if (!unknown.isEmpty()) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, unknown));
        }
        return new Known(verdicts, found, seen);
    }

    /** Alarms that stand already, and when to look again. */
    void follow(HeldWait wait, Known known) {
        Instant now = clock.instant();
        logs.follow(wait.row().id, known.tasks());
        if (wait.row().attention().isEmpty()) {
            return;
        }
        List<Attention.Raised> alarms = new ArrayList<>();
        Set<SiteId> told = new HashSet<>();
        for (Tasks.Watched w : known.tasks()) {
            alarms.addAll(watching.alarms(w.task(), w.limit(), now));
            watching.follow(w.task(), w.limit(), now);
            SiteSnapshot site = w.site() == null || w.task().state().ended() ? null : known.sites().get(w.site());
            if (site != null && needsLogin(site) && told.add(w.site())) {
                alarms.add(Attention.needsLogin(w.site(), site.health().problem()));
            }
        }
        if (!alarms.isEmpty()) {
            waking.raise(wait, alarms);
        }
    }

    static boolean needsLogin(SiteSnapshot site) {
        return site != null && site.health() != null && site.health().state() == SiteHealth.State.NEEDS_LOGIN;
    }

    private static Set<SiteId> sites(Condition condition, List<Tasks.Watched> tasks) {
        return Stream.concat(Stream.concat(condition.sites().stream().map(SiteTerms::site),
                condition.budgets().stream().map(BudgetTerms::site)), tasks.stream().filter(w -> !w.task().state().ended() && w.site() != null).map(Tasks.Watched::site))
                .collect(Collectors.toSet());
    }

    private static void budget(BudgetTerms terms, SiteSnapshot seen, Map<Condition.Item, Verdict> verdicts,
            List<Violation> unknown) {
        if (seen == null) {
            unknown.add(new Violation("/budgets", "there is no site " + terms.site() + " for this tenant"));
        } else if (!terms.known(seen)) {
            unknown.add(new Violation("/budgets", terms.site() + " shows no limit of " + terms.resource() + " minutes for "
                    + (terms.account() == null ? "the default account" : "account " + terms.account())));
        } else if (terms.met(seen) != null) {
            verdicts.put(Condition.item(terms), new Verdict(true, terms.met(seen)));
        }
    }

    private static void site(SiteTerms terms, SiteSnapshot seen, Map<Condition.Item, Verdict> verdicts,
            List<Violation> unknown) {
        if (seen == null) {
            unknown.add(new Violation("/sites", "there is no site " + terms.site() + " for this tenant"));
        } else if (!SiteLook.knows(seen, terms.partition())) {
            unknown.add(new Violation("/sites", terms.site() + " has no partition " + terms.partition()));
        } else {
            String met = terms.met(SiteLook.of(seen, terms.partition()));
            if (met != null) {
                verdicts.put(Condition.item(terms), new Verdict(true, met));
            }
        }
    }
}
