package org.diamondhpc.gateway.wake;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.diamondhpc.gateway.wake.domain.Alarm;
import org.diamondhpc.gateway.wake.domain.Attention;
import org.diamondhpc.gateway.wake.domain.Standing;
import org.diamondhpc.gateway.wake.domain.Verdict;
import org.diamondhpc.gateway.wake.domain.WakeReason;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.messaging.tx.CurrentTrace;

/**
 * Decides waits, always in the transaction that learns of the reason. A wait's row is locked while it is decided, so one
 * wake ends it, and an alarm is written down as told before it wakes. However much is told at once, all waits are locked
 * first and then all sessions, each in the order of ids.
 */
@ApplicationScoped
class Waking {
    private final WaitRows rows;
    private final Wakes wakes;
    private final WorkQueue work;
    private final Clock clock;

    Waking(WaitRows rows, Wakes wakes, WorkQueue work, Clock clock) {
        this.rows = rows;
        this.wakes = wakes;
        this.work = work;
        this.clock = clock;
    }

    /**
     * News for some waits.
     *
     * @param verdict what it says of an item of one of the waits; null: nothing
     * @param alarms what they are woken for beside that
     * @param trace of what brought the news; null: none
     */
    record News(Collection<String> waits, BiFunction<WaitRow, WaitItemRow, Verdict> verdict,
            List<Attention.Raised> alarms, String trace) {
        static News of(Collection<String> waits, BiFunction<WaitRow, WaitItemRow, Verdict> verdict) {
            return new News(waits, verdict, List.of(), CurrentTrace.get());
        }

        static News of(Collection<String> waits, List<Attention.Raised> alarms) {
            return new News(alarms.isEmpty() ? List.of() : waits, (row, item) -> null, alarms, CurrentTrace.get());
        }
    }

    /** Decides every wait that the news settles something of, and wakes who was not told of an alarm yet; in this order. */
    void take(List<News> all) {
        Map<String, HeldWait> held = rows.hold(all.stream().flatMap(n -> n.waits().stream()).toList());
        Instant at = clock.instant();
        List<Wakes.Due> due = new ArrayList<>();
        for (News news : all) {
            news.waits().stream().map(held::get).filter(h -> h != null && h.row().open()).forEach(h -> {
                if (h.settle(item -> news.verdict().apply(h.row(), item), at)) {
                    decided(h, news.trace(), at).forEach(due::add);
                }
                if (h.row().open()) {
                    alarm(h, news.alarms(), news.trace(), at).forEach(due::add);
                }
            });
        }
        wakes.write(due);
    }

    /** As {@link #take}, for one item of one wait. */
    void settle(WaitItemRow.Key key, Verdict verdict) {
        take(List.of(News.of(List.of(key.waitId()), (row, item) -> item.key().equals(key) ? verdict : null)));
    }

    /** Ends a wait where it is decided by what has happened so far. */
    void decide(HeldWait wait) {
        wakes.write(decided(wait, CurrentTrace.get(), clock.instant()).toList());
    }

    /** The time is up; nothing happens where the wait was over before. */
    void expire(String wait) {
        wakes.write(rows.hold(List.of(wait)).values().stream().map(held -> {
            held.over(WakeReason.DEADLINE);
            return new Wakes.Due(held, WakeReason.DEADLINE, List.of(), CurrentTrace.get(), clock.instant());
        }).toList());
    }

    void raise(HeldWait wait, List<Attention.Raised> alarms) {
        wakes.write(alarm(wait, alarms, CurrentTrace.get(), clock.instant()).toList());
    }

    /** Gives the wait up without a wake. */
    void cancel(HeldWait wait) {
        wait.row().state = WaitView.State.CANCELLED.name();
        wait.close(clock.instant());
        work.cancel(DeadlineHandler.KIND, wait.row().id);
    }

    private static Stream<Wakes.Due> decided(HeldWait wait, String trace, Instant at) {
        Standing standing = wait.standing();
        if (standing == Standing.OPEN) {
            return Stream.empty();
        }
        WakeReason reason = standing == Standing.FULFILLED ? WakeReason.FULFILLED : WakeReason.IMPOSSIBLE;
        wait.over(reason);
        return Stream.of(new Wakes.Due(wait, reason, List.of(), trace, at));
    }

    private Stream<Wakes.Due> alarm(HeldWait wait, List<Attention.Raised> alarms, String trace, Instant at) {
        Set<Alarm> wanted = alarms.isEmpty() ? Set.of() : wait.row().attention();
        List<Attention.Raised> news = alarms.stream().filter(a -> wanted.contains(a.alarm()))
                .filter(a -> rows.tell(wait.row().session, a, at)).toList();
        return news.isEmpty() ? Stream.empty()
                : Stream.of(new Wakes.Due(wait, WakeReason.ATTENTION, news, trace, at));
    }
}
