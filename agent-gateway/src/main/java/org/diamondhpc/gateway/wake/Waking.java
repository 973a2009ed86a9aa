package org.diamondhpc.gateway.wake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.wake.domain.Alarm;
import org.diamondhpc.gateway.wake.domain.Attention;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.Standing;
import org.diamondhpc.gateway.wake.domain.Verdict;
import org.diamondhpc.gateway.wake.domain.WakeReason;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.event.SessionEvent;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.WaitId;

/**
 * Decides waits and writes wakes, always in the transaction that learns of the reason. A wait's row is locked while it
 * is decided, so one wake ends it, and an alarm is written down as told before it wakes.
 */
@ApplicationScoped
class Waking {
    private final WaitRows rows;
    private final Sessions sessions;
    private final Digests digests;
    private final Journal journal;
    private final WorkQueue work;
    private final MeterRegistry meters;
    private final Clock clock;

    Waking(WaitRows rows, Sessions sessions, Digests digests, Journal journal, WorkQueue work, MeterRegistry meters,
            Clock clock) {
        this.rows = rows;
        this.sessions = sessions;
        this.digests = digests;
        this.journal = journal;
        this.work = work;
        this.meters = meters;
        this.clock = clock;
    }

    /**
     * Something happened to a subject; decides every wait it settles something of, each once.
     *
     * @param verdict what it says of an item of a wait; null: nothing
     */
    void settle(String subject, Set<Condition.Kind> kinds, BiFunction<WaitRow, WaitItemRow, Verdict> verdict) {
        settle(subject, kinds, item -> true, verdict);
    }

    /** @param worth whether the item is worth the lock of its wait */
    void settle(String subject, Set<Condition.Kind> kinds, Predicate<WaitItemRow> worth,
            BiFunction<WaitRow, WaitItemRow, Verdict> verdict) {
        Set<String> waits = rows.open(subject, kinds).stream().filter(worth).map(i -> i.waitId)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        waits.forEach(wait -> settle(wait, row -> rows.items(wait).stream()
                .filter(i -> i.open() && i.subject.equals(subject) && kinds.contains(i.kind())).toList(), verdict));
    }

    /** As {@link #settle(String, Set, BiFunction)}, for one item. */
    void settle(WaitItemRow.Key key, Verdict verdict) {
        settle(key.waitId(), row -> rows.items(key.waitId()).stream().filter(i -> i.open()
                && i.key().equals(key)).toList(),
                (row, item) -> verdict);
    }

    private void settle(String wait, Function<WaitRow, List<WaitItemRow>> items,
            BiFunction<WaitRow, WaitItemRow, Verdict> verdict) {
        rows.locked(wait).filter(WaitRow::open).ifPresent(row -> {
            Instant at = clock.instant();
            boolean changed = false;
            for (WaitItemRow item : items.apply(row)) {
                Verdict told = verdict.apply(row, item);
                if (told != null) {
                    item.settle(told, at);
                    changed = true;
                }
            }
            if (changed) {
                decide(row, at);
            }
        });
    }

    /** Ends the wait where it is decided by what has happened so far. */
    void decide(WaitRow row, Instant at) {
        List<WaitItemRow> items = rows.items(row.id);
        switch (Standing.of(Condition.Mode.valueOf(row.mode), items.stream().map(WaitItemRow::part).toList())) {
            case OPEN -> { }
            case FULFILLED -> decided(row, items, WakeReason.FULFILLED, at);
            case IMPOSSIBLE -> decided(row, items, WakeReason.IMPOSSIBLE, at);
        }
    }

    /** The time is up; nothing happens where the wait was over before. */
    void expire(String wait) {
        rows.locked(wait).filter(WaitRow::open).ifPresent(row ->
                end(row, rows.items(row.id), WakeReason.DEADLINE, clock.instant()));
    }

    /** Wakes whoever sleeps in one of the waits and was not told yet; the waits go on. */
    void raise(Collection<String> waits, List<Attention.Raised> alarms) {
        waits.forEach(wait -> rows.locked(wait).filter(WaitRow::open).ifPresent(row -> raise(row, alarms)));
    }

    void raise(WaitRow row, List<Attention.Raised> alarms) {
        Instant at = clock.instant();
        Set<Alarm> wanted = row.attention();
        List<Attention.Raised> news = alarms.stream().filter(a -> wanted.contains(a.alarm()))
                .filter(a -> rows.tell(row.session, a, at)).toList();
        if (!news.isEmpty()) {
            Sessions.Numbered next = sessions.wakeWaiting(new SessionId(row.session));
            write(row, next.number(), WakeReason.ATTENTION,
                    digests.of(row, rows.items(row.id), next.session(), WakeReason.ATTENTION, news), at);
        }
    }

    /** Gives the wait up without a wake. */
    void cancel(WaitRow row) {
        row.state = WaitView.State.CANCELLED.name();
        close(rows.items(row.id), clock.instant());
        work.cancel(DeadlineHandler.KIND, row.id);
    }

    /** Nothing more is looked for. */
    private static void close(List<WaitItemRow> items, Instant at) {
        items.stream().filter(WaitItemRow::open).forEach(i -> i.closedAt = at);
    }

    private void decided(WaitRow row, List<WaitItemRow> items, WakeReason reason, Instant at) {
        end(row, items, reason, at);
        if (row.deadline != null) {
            work.cancel(DeadlineHandler.KIND, row.id);
        }
    }

    private void end(WaitRow row, List<WaitItemRow> items, WakeReason reason, Instant at) {
        Sessions.Numbered next = sessions.wake(new SessionId(row.session));
        row.state = (reason == WakeReason.DEADLINE ? WaitView.State.EXPIRED : reason == WakeReason.IMPOSSIBLE
                ? WaitView.State.IMPOSSIBLE : WaitView.State.FULFILLED).name();
        row.wake = next.number();
        write(row, next.number(), reason, digests.of(row, items, next.session(), reason, List.of()), at);
        close(items, at);
    }

    private void write(WaitRow row, long number, WakeReason reason, String digest, Instant at) {
        WakeRow wake = new WakeRow();
        wake.session = row.session;
        wake.number = number;
        wake.wait = row.id;
        wake.reason = reason.name();
        wake.digest = digest;
        wake.issuedAt = at;
        rows.persistWake(wake);
        journal.publish(new SessionEvent.WakeIssued(new SessionId(row.session), new TenantId(row.tenant), number,
                new WaitId(row.id), wake.reason, json(digest), at), at);
        meters.counter("diamond.gateway.wakes", "reason", wake.reason).increment();
    }

    private static JsonNode json(String text) {
        try {
            return DiamondJson.json().readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
