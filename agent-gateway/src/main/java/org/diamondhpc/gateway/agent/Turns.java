package org.diamondhpc.gateway.agent;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.diamondhpc.gateway.agent.domain.Conversation;
import org.diamondhpc.gateway.agent.domain.Entry;
import org.diamondhpc.gateway.agent.domain.Price;
import org.diamondhpc.gateway.agent.domain.Spent;
import org.diamondhpc.gateway.agent.domain.Turn;
import org.diamondhpc.gateway.agent.domain.TurnState;
import org.diamondhpc.gateway.agent.model.ModelSettings;
import org.diamondhpc.gateway.audit.AuditTrail;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.SessionState;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.session.SessionsWoken;
import org.diamondhpc.gateway.wake.WaitCancelled;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.schemas.event.SessionEvent;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/** What every edge calls to give the hosted agent a goal and to see what came of it. */
@ApplicationScoped
@Transactional
public class Turns {
    static final int MAX_GOAL = 32 * 1024;
    /** Models may take minutes to answer; so many lanes leave the rest of a process's work its places. */
    private static final int LANES = 8;
    private static final String BY_AGENT = " (hosted agent)";

    private final TurnRows rows;
    private final Ledger ledger;
    private final Models models;
    private final Allowances allowances;
    private final Sessions sessions;
    private final Journal journal;
    private final AuditTrail audit;
    private final WorkQueue work;
    private final AgentConfig config;
    private final Clock clock;

    Turns(TurnRows rows, Ledger ledger, Models models, Allowances allowances, Sessions sessions, Journal journal,
            AuditTrail audit, WorkQueue work, AgentConfig config, Clock clock) {
        this.rows = rows;
        this.ledger = ledger;
        this.models = models;
        this.allowances = allowances;
        this.sessions = sessions;
        this.journal = journal;
        this.audit = audit;
        this.work = work;
        this.config = config;
        this.clock = clock;
    }

    /** A session's turns, and what all of them used together. */
    public record TurnAccount(List<TurnView> turns, TurnView.TurnUsage used) {
    }

    /**
     * Begins a turn.
     *
     * @param model null: the usual one
     * @throws DiamondException {@code INVALID_STATE} while another is not over or where the session is closed,
     *     {@code POLICY_DENIED} where there is no model for the tenant, {@code POLICY_AGENT_LIMIT}
     */
    public TurnView begin(Caller caller, SessionId session, String goal, String model) {
        String plain = legal(goal);
        ModelSettings chosen = models.chosen(caller, model);
        SessionView view = sessions.hold(caller, session);
        if (view.state() == SessionState.CLOSED) {
            throw DiamondException.of(Reason.INVALID_STATE, "session " + session + " is closed");
        }
        rows.open(session).ifPresent(other -> {
            throw new DiamondException(new Problem(Reason.INVALID_STATE, "turn " + other.number + " is "
                    + other.state.toLowerCase(Locale.ROOT), "Wait for its end or cancel it.", List.of()));
        });
        int number = rows.last(session) + 1;
        within(caller, number);
        Instant at = clock.instant();
        TurnRow row = row(caller, view, number, plain, chosen, at);
        rows.persistAndFlush(row);
        rows.add(EntryRow.of(row.session, rows.lastSeq(row.session) + 1, number, new Entry.Asked(plain), at));
        work.enqueue(new NewWork(TurnHandler.KIND, row.session,
                "agent/" + Math.floorMod(row.tenant.hashCode(), LANES), new TurnHandler.Run(row.session, number, 0, null)));
        audit.record(caller, "agent.turn", session + "/" + number, session.value());
        journal.publish(new SessionEvent.TurnBegun(session, caller.tenant(), number, caller.name(), chosen.name(), at),
                at);
        return row.view(config.currency());
    }

    public TurnAccount list(Caller caller, SessionId session, int limit) {
        sessions.get(caller, session);
        return new TurnAccount(rows.find("session = ?1 order by number desc", session.value()).range(0, limit - 1).list()
                .stream().map(r -> r.view(config.currency())).toList(),
                TurnView.TurnUsage.of(rows.spent(session), config.currency()));
    }

    public TurnView get(Caller caller, SessionId session, int number) {
        return rows.own(caller, session, number, LockModeType.NONE).view(config.currency());
    }

    /** At most {@code limit} entries of the turn after number {@code after}, oldest first. */
    public List<TurnStep> steps(Caller caller, SessionId session, int number, int after, int limit) {
        rows.own(caller, session, number, LockModeType.NONE);
        return rows.entries(session.value(), number, after, limit).stream().map(EntryRow::view).toList();
    }

    /**
     * Ends a turn without an answer, and gives its waits up; a call under way right now may still have its effect. A
     * second time nothing happens.
     */
    public TurnView cancel(Caller caller, SessionId session, int number) {
        TurnRow known = rows.own(caller, session, number, LockModeType.NONE);
        if (known.over()) {
            return known.view(config.currency());
        }
        ledger.giveWaitsUp(known);
        work.cancel(TurnHandler.KIND, session.value()); // before the turn's row is locked, as its worker does it
        TurnRow row = rows.own(caller, session, number, LockModeType.PESSIMISTIC_WRITE);
        rows.getEntityManager().refresh(row);
        if (!row.over()) {
            ledger.cancel(row);
            audit.record(caller, "agent.cancel", session + "/" + number, session.value());
        }
        return row.view(config.currency());
    }

    /** A turn that sleeps goes on; one at work looks again before it sleeps. */
    void woken(@Observes SessionsWoken woken) {
        goOn(woken.sessions());
    }

    /** A turn that slept for it would sleep for ever. */
    void freed(@Observes WaitCancelled cancelled) {
        goOn(Set.of(cancelled.session()));
    }

    private void goOn(Set<SessionId> sessions) {
        if (models.any()) {
            rows.withTurn(sessions).forEach(session ->
                    work.hasten(TurnHandler.KIND, session, clock.instant()));
        }
    }

    private void within(Caller caller, int number) {
        int most = allowances.turnsPerSession(caller.tenant());
        if (number > most) {
            throw new DiamondException(new Problem(Reason.POLICY_AGENT_LIMIT, "a session has at most " + most
                    + " turns", "Open another session; its notes can say where this one ended.", List.of()));
        }
        if (rows.count("tenant = ?1 and endedAt is null", caller.tenant().value())
                >= allowances.openTurns(caller.tenant())) {
            throw new DiamondException(new Problem(Reason.POLICY_AGENT_LIMIT, "the tenant has "
                    + allowances.openTurns(caller.tenant()) + " turns that are not over",
                    "Wait until some are over, or cancel some.", List.of()));
        }
    }

    private static TurnRow row(Caller caller, SessionView session, int number, String goal, ModelSettings model,
            Instant at) {
        TurnRow row = new TurnRow();
        row.session = session.id().value();
        row.number = number;
        row.tenant = caller.tenant().value();
        row.actor = caller.name() + BY_AGENT;
        row.model = model.name();
        row.goal = goal;
        row.createdAt = at;
        // Wakes nobody has acknowledged are for whoever works in the session next.
        row.keep(new Turn(new Conversation(List.of()), Spent.NOTHING, session.acked(), Price.FREE), TurnState.RUNNING, at);
        return row;
    }

    private static String legal(String goal) {
        if (goal == null || goal.isBlank()) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "goal: say what is to be done");
        }
        if (goal.indexOf('\0') >= 0) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "goal: it holds a NUL character");
        }
        if (goal.length() > MAX_GOAL) {
            throw DiamondException.of(Reason.INVALID_TOO_LARGE, "a goal has at most " + MAX_GOAL + " characters; put "
                    + "more into a workspace file and name it");
        }
        return goal.strip();
    }
}
