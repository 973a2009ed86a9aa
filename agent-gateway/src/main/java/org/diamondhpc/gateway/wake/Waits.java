package org.diamondhpc.gateway.wake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.transaction.Transactional;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.page.Cursor;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.task.TaskChanged;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.gateway.transfer.TransferEnded;
import org.diamondhpc.gateway.transfer.Transfers;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.WakeReason;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.event.SessionEvent;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.WaitId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.TaskState;

/**
 * Puts agents to sleep and wakes them. A wait's row is locked while it is decided, so exactly one wake follows from
 * it; objects named by a new wait are kept from ending until it is committed, so none is missed.
 */
@ApplicationScoped
@Transactional
public class Waits {
    private static final String CURSOR = "wait";

    private final WaitRows rows;
    private final Sessions sessions;
    private final Tasks tasks;
    private final Transfers transfers;
    private final Digests digests;
    private final Journal journal;
    private final WorkQueue work;
    private final MeterRegistry meters;
    private final IdSource ids;
    private final Clock clock;

    Waits(WaitRows rows, Sessions sessions, Tasks tasks, Transfers transfers, Digests digests, Journal journal,
            WorkQueue work, MeterRegistry meters, IdSource ids, Clock clock) {
        this.rows = rows;
        this.sessions = sessions;
        this.tasks = tasks;
        this.transfers = transfers;
        this.digests = digests;
        this.journal = journal;
        this.work = work;
        this.meters = meters;
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
        Set<Condition.Item> done = done(caller, condition);
        sessions.park(caller, session);
        Instant at = clock.instant();
        WaitRow row = row(caller, session, condition, at);
        rows.persist(row);
        for (Condition.Item item : condition.items()) {
            WaitItemRow kept = new WaitItemRow();
            kept.waitId = row.id;
            kept.kind = item.kind().name();
            kept.subject = item.subject();
            kept.metAt = done.contains(item) ? at : null;
            rows.persistItem(kept);
        }
        journal.publish(new SessionEvent.SessionParked(session, caller.tenant(), new WaitId(row.id),
                DiamondJson.json().valueToTree(condition), condition.deadline()), at);
        if (condition.deadline() != null) {
            work.enqueue(new NewWork(DeadlineHandler.KIND, row.id, DeadlineHandler.LANE,
                    new DeadlineHandler.Deadline(row.id), condition.deadline()));
        }
        rows.flush();
        decide(row, at);
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

    /** Gives up waiting; there will be no wake. A wait that is over stays as it is. */
    public WaitView cancel(Caller caller, SessionId session, WaitId wait) {
        WaitRow row = own(caller, session, rows.locked(wait.value()), wait);
        if (row.open()) {
            row.state = WaitView.State.CANCELLED.name();
            work.cancel(DeadlineHandler.KIND, row.id);
            sessions.unpark(caller, session);
        }
        return view(row);
    }

    /** Wakes after number {@code after}, oldest first. */
    public List<WakeView> wakes(Caller caller, SessionId session, long after, int limit) {
        sessions.get(caller, session);
        return rows.wakes(session.value(), after, limit).stream().map(WakeRow::view).toList();
    }

    void taskChanged(@Observes TaskChanged change) {
        String subject = change.task().id().value();
        boolean ended = change.task().state().ended();
        if (change.entered(TaskState.RUNNING) || ended && change.before() != change.task().state()) {
            met(Condition.Kind.TASK_STARTED, subject);
        }
        if (ended && change.before() != change.task().state()) {
            met(Condition.Kind.TASK_ENDED, subject);
        }
    }

    void transferEnded(@Observes TransferEnded ended) {
        met(Condition.Kind.TRANSFER_ENDED, ended.transfer().value());
    }

    /** The time is up; nothing happens where the wait was over before. */
    void expire(String wait) {
        rows.locked(wait).filter(WaitRow::open).ifPresent(row ->
                wake(row, rows.items(row.id), WakeReason.DEADLINE, clock.instant()));
    }

    private void met(Condition.Kind kind, String subject) {
        Instant at = clock.instant();
        for (String wait : rows.waitingFor(kind, subject)) {
            rows.locked(wait).filter(WaitRow::open).ifPresent(row -> {
                rows.items(row.id).stream().filter(i -> i.kind.equals(kind.name()) && i.subject.equals(subject))
                        .forEach(i -> i.metAt = at);
                decide(row, at);
            });
        }
    }

    private void decide(WaitRow row, Instant at) {
        List<WaitItemRow> items = rows.items(row.id);
        int met = (int) items.stream().filter(i -> i.metAt != null).count();
        if (Condition.fulfilled(Condition.Mode.valueOf(row.mode), met, items.size() - met)) {
            wake(row, items, WakeReason.FULFILLED, at);
            if (row.deadline != null) {
                work.cancel(DeadlineHandler.KIND, row.id);
            }
        }
    }

    private void wake(WaitRow row, List<WaitItemRow> items, WakeReason reason, Instant at) {
        SessionId session = new SessionId(row.session);
        Sessions.Numbered next = sessions.wake(session);
        row.state = (reason == WakeReason.DEADLINE ? WaitView.State.EXPIRED : WaitView.State.FULFILLED).name();
        row.wake = next.number();
        WakeRow wake = new WakeRow();
        wake.session = row.session;
        wake.number = next.number();
        wake.wait = row.id;
        wake.reason = reason.name();
        wake.digest = digests.of(row, items, next.session()).json();
        wake.issuedAt = at;
        rows.persistWake(wake);
        journal.publish(new SessionEvent.WakeIssued(session, new TenantId(row.tenant), wake.number,
                new WaitId(row.id), wake.reason, json(wake.digest), at), at);
        meters.counter("diamond.gateway.wakes", "reason", wake.reason).increment();
    }

    /** What of the condition has happened already; objects that have not ended cannot until this commits. */
    private Set<Condition.Item> done(Caller caller, Condition condition) {
        Set<Condition.Item> done = new HashSet<>();
        List<TaskId> named = Stream.concat(condition.tasks().stream(), condition.started().stream()).distinct()
                .toList();
        List<TaskView> found = tasks.hold(caller.tenant(), named);
        Set<String> known = new HashSet<>();
        for (TaskView task : found) {
            known.add(task.id().value());
            if (task.state().ended()) {
                done.add(new Condition.Item(Condition.Kind.TASK_ENDED, task.id().value()));
            }
            if (task.state().ended() || task.timings().startedAt() != null) {
                done.add(new Condition.Item(Condition.Kind.TASK_STARTED, task.id().value()));
            }
        }
        transfers.hold(caller.tenant(), condition.transfers()).forEach(t -> {
            known.add(t.id().value());
            if (t.state().ended()) {
                done.add(new Condition.Item(Condition.Kind.TRANSFER_ENDED, t.id().value()));
            }
        });
        List<Violation> unknown = condition.items().stream().filter(i -> !known.contains(i.subject()))
                .map(i -> new Violation("", "there is no " + i.subject())).distinct().toList();
        if (!unknown.isEmpty()) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, unknown));
        }
        return done;
    }

    private WaitRow row(Caller caller, SessionId session, Condition condition, Instant at) {
        WaitRow row = new WaitRow();
        row.id = ids.waitId().value();
        row.session = session.value();
        row.tenant = caller.tenant().value();
        row.mode = condition.mode().name();
        row.note = condition.note();
        row.deadline = condition.deadline();
        row.state = WaitView.State.OPEN.name();
        row.createdAt = at;
        return row;
    }

    private WaitView view(WaitRow row) {
        List<WaitItemRow> items = rows.items(row.id);
        return new WaitView(new WaitId(row.id), new SessionId(row.session), WaitView.State.valueOf(row.state),
                Condition.Mode.valueOf(row.mode), items(items, false), items(items, true), row.deadline, row.note,
                row.wake, row.createdAt);
    }

    private static List<Condition.Item> items(List<WaitItemRow> items, boolean met) {
        return items.stream().filter(i -> i.metAt != null == met)
                .map(i -> new Condition.Item(Condition.Kind.valueOf(i.kind), i.subject)).toList();
    }

    private static WaitRow own(Caller caller, SessionId session, Optional<WaitRow> row, WaitId wait) {
        return row.filter(r -> r.tenant.equals(caller.tenant().value()) && r.session.equals(session.value()))
                .orElseThrow(() -> DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no wait " + wait));
    }

    private static JsonNode json(String text) {
        try {
            return DiamondJson.json().readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
