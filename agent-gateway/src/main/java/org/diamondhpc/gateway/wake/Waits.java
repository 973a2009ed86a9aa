package org.diamondhpc.gateway.wake;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.page.Cursor;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.Verdict;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.event.SessionEvent;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.WaitId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;

/**
 * Puts agents to sleep. Objects named by a new wait are kept from changing until it is committed, so none of their
 * news is missed between looking and sleeping; {@link Waking} decides when it is over.
 */
@ApplicationScoped
@Transactional
public class Waits {
    private static final String CURSOR = "wait";
    private static final int MOST_OPEN = 100;

    private final WaitRows rows;
    private final Sessions sessions;
    private final Beforehand beforehand;
    private final Waking waking;
    private final Journal journal;
    private final WorkQueue work;
    private final Event<WaitCancelled> cancelled;
    private final IdSource ids;
    private final Clock clock;

    Waits(WaitRows rows, Sessions sessions, Beforehand beforehand, Waking waking, Journal journal, WorkQueue work,
            Event<WaitCancelled> cancelled, IdSource ids, Clock clock) {
        this.rows = rows;
        this.sessions = sessions;
        this.beforehand = beforehand;
        this.waking = waking;
        this.journal = journal;
        this.work = work;
        this.cancelled = cancelled;
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * Parks the session until the condition holds; where it holds already, the wake is there at once.
     *
     * @throws DiamondException {@code INVALID_REQUEST} with what is wrong with the condition
     */
    public WaitView park(Caller caller, SessionId session, Condition condition) {
        List<Violation> violations = condition.violations();
        if (!violations.isEmpty()) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, violations));
        }
        Beforehand.Known known = beforehand.of(caller.tenant(), condition);
        sessions.park(caller, session);
        Instant at = clock.instant();
        WaitRow row = row(caller, session, condition, at);
        rows.persist(row);
        keep(row, condition, known.verdicts(), at);
        journal.publish(new SessionEvent.SessionParked(session, caller.tenant(), new WaitId(row.id),
                DiamondJson.json().valueToTree(condition), condition.deadline()), at);
        if (condition.deadline() != null) {
            work.enqueue(new NewWork(DeadlineHandler.KIND, row.id, DeadlineHandler.LANE,
                    new DeadlineHandler.Deadline(row.id), condition.deadline()));
        }
        rows.flush();
        HeldWait held = new HeldWait(row, rows.items(row.id));
        waking.decide(held);
        if (row.open()) {
            beforehand.follow(held, known);
        }
        return view(row);
    }

    public WaitView get(Caller caller, SessionId session, WaitId wait) {
        return view(own(caller, session, rows.findByIdOptional(wait.value()), wait));
    }

    public Page<WaitView> list(Caller caller, SessionId session, String cursor, int limit) {
        sessions.get(caller, session);
        String after = Cursor.after(CURSOR, cursor);
        List<WaitRow> all = rows.find("session = ?1 and id < ?2 order by id desc", session.value(),
                after == null ? "~" : after).range(0, limit).list();
        return Page.of(all, limit, CURSOR, r -> r.id).map(this::view);
    }

    /** What the session waits for now, oldest first; at most 100. */
    public List<WaitView> open(Caller caller, SessionId session) {
        sessions.get(caller, session);
        return rows.find("session = ?1 and state = ?2 order by id", session.value(), WaitView.State.OPEN.name())
                .range(0, MOST_OPEN - 1).list().stream().map(this::view).toList();
    }

    /** Gives up waiting; there will be no wake. A wait that is over stays as it is. */
    public WaitView cancel(Caller caller, SessionId session, WaitId wait) {
        WaitRow row = own(caller, session, rows.locked(wait.value()), wait);
        if (row.open()) {
            waking.cancel(new HeldWait(row, rows.items(row.id)));
            sessions.unpark(caller, session);
            cancelled.fire(new WaitCancelled(session));
        }
        return view(row);
    }

    /** As {@link #cancel}, for many of the session's at once; nobody is told. They are locked before the session is. */
    public void cancel(Caller caller, SessionId session, Collection<String> waits) {
        rows.hold(waits).values().stream().filter(held -> held.row().session.equals(session.value())).forEach(held -> {
            waking.cancel(held);
            sessions.unpark(caller, session);
        });
    }

    /** Wakes after number {@code after}, oldest first. */
    public List<WakeView> wakes(Caller caller, SessionId session, long after, int limit) {
        sessions.get(caller, session);
        return rows.wakes(session.value(), after, limit).stream().map(WakeRow::view).toList();
    }

    void expire(String wait) {
        waking.expire(wait);
    }

    private void keep(WaitRow row, Condition condition, Map<Condition.Item, Verdict> known, Instant at) {
        Map<Condition.Item, Object> terms = new HashMap<>();
        condition.sites().forEach(s -> terms.put(Condition.item(s), s));
        condition.logs().forEach(l -> terms.put(Condition.item(l), l));
        condition.budgets().forEach(b -> terms.put(Condition.item(b), b));
        for (Condition.Item item : condition.items()) {
            WaitItemRow kept = WaitItemRow.of(row.id, item, terms.get(item));
            if (known.containsKey(item)) {
                kept.settle(known.get(item), at);
            }
            rows.persistItem(kept);
        }
    }

    private WaitRow row(Caller caller, SessionId session, Condition condition, Instant at) {
        WaitRow row = new WaitRow();
        row.id = ids.waitId().value();
        row.session = session.value();
        row.tenant = caller.tenant().value();
        row.mode = condition.mode().name();
        row.note = condition.note();
        row.deadline = condition.deadline();
        row.attention(condition.attention());
        row.state = WaitView.State.OPEN.name();
        row.createdAt = at;
        return row;
    }

    private WaitView view(WaitRow row) {
        List<WaitItemRow> items = rows.items(row.id);
        return new WaitView(new WaitId(row.id), new SessionId(row.session), WaitView.State.valueOf(row.state),
                Condition.Mode.valueOf(row.mode), items(items, false), items(items, true), row.attention(),
                row.deadline, row.note, row.wake, row.createdAt);
    }

    private static List<Condition.Item> items(List<WaitItemRow> items, boolean met) {
        return items.stream().filter(i -> i.metAt != null == met).map(WaitItemRow::item).toList();
    }

    private static WaitRow own(Caller caller, SessionId session, Optional<WaitRow> row, WaitId wait) {
        return row.filter(r -> r.tenant.equals(caller.tenant().value()) && r.session.equals(session.value()))
                .orElseThrow(() -> DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no wait " + wait));
    }
}
