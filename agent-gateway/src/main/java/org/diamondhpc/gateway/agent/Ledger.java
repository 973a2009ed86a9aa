package org.diamondhpc.gateway.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import jakarta.transaction.Transactional;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.gateway.agent.domain.Conversation;
import org.diamondhpc.gateway.agent.domain.Entry;
import org.diamondhpc.gateway.agent.domain.Price;
import org.diamondhpc.gateway.agent.domain.Spent;
import org.diamondhpc.gateway.agent.domain.Surroundings;
import org.diamondhpc.gateway.agent.domain.ToolCall;
import org.diamondhpc.gateway.agent.domain.Turn;
import org.diamondhpc.gateway.agent.domain.TurnState;
import org.diamondhpc.gateway.agent.model.ModelSettings;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.signal.Signals;
import org.diamondhpc.gateway.wake.Waits;
import org.diamondhpc.gateway.wake.WakeView;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.event.SessionEvent;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.WaitId;
import org.diamondhpc.schemas.reason.Problem;
import org.jboss.logging.Logger;

/**
 * What a worker of turns reads and writes. What it writes joins the transaction that confirms its lease, and never locks
 * the session: a wake locks that first and the lease after.
 */
@ApplicationScoped
@Transactional
class Ledger {
    private static final Logger LOG = Logger.getLogger(Ledger.class);
    /** Of earlier turns the model is shown at most so many entries. */
    private static final int EARLIER = 200;
    private static final int WAKES = 10;

    private final TurnRows rows;
    private final Models models;
    private final Waits waits;
    private final Sessions sessions;
    private final Journal journal;
    private final Signals signals;
    private final AgentConfig config;
    private final Clock clock;

    Ledger(TurnRows rows, Models models, Waits waits, Sessions sessions, Journal journal, Signals signals,
            AgentConfig config, Clock clock) {
        this.rows = rows;
        this.models = models;
        this.waits = waits;
        this.sessions = sessions;
        this.journal = journal;
        this.signals = signals;
        this.config = config;
        this.clock = clock;
    }

    /** What those who follow a turn listen to. */
    static String signal(SessionId session) {
        return "turn:" + session;
    }

    /** Empty where the turn is over. */
    Optional<Taken> take(String session, int number) {
        return rows.findByIdOptional(new TurnRow.Key(session, number)).filter(r -> !r.over()).map(row -> {
            List<EntryRow> talk = rows.talk(session, number, EARLIER);
            EntryRow said = talk.stream().filter(e -> e.entry() instanceof Entry.Said).reduce((a, b) -> b).orElse(null);
            Turn turn = new Turn(new Conversation(talk.stream().map(EntryRow::entry).toList()), row.spent(), row.seen,
                    models.find(row.model).map(ModelSettings::price).orElse(Price.FREE));
            return new Taken(sessions.get(row.caller(), new SessionId(session)), number, row.caller(), row.model,
                    row.createdAt, turn, talk.getLast().seq, said == null ? 0 : said.seq, said == null ? null : said.at);
        });
    }

    Surroundings around(Taken taken) {
        Set<String> open = new LinkedHashSet<>();
        List<Entry.GivenUp> givenUp = new ArrayList<>();
        for (String wait : taken.turn().conversation().waits()) {
            switch (waits.get(taken.caller(), taken.id(), new WaitId(wait)).state()) {
                case OPEN -> open.add(wait);
                case CANCELLED -> givenUp.add(new Entry.GivenUp(wait));
                case FULFILLED, IMPOSSIBLE, EXPIRED -> { }
            }
        }
        return new Surroundings(open, givenUp, waits.wakes(taken.caller(), taken.id(), taken.turn().seen(), WAKES).stream()
                .map(Ledger::woken).toList());
    }

    /** Adds to the conversation; the state of the turn is RUNNING after that. */
    Taken add(Taken taken, Entry entry) {
        Instant at = clock.instant();
        Taken next = taken.after(entry, at);
        rows.add(EntryRow.of(taken.id().value(), next.lastSeq(), taken.number(), entry, at));
        keep(next, TurnState.RUNNING, null);
        return next;
    }

    /** @param trouble what keeps it from going on; null: nothing */
    void keep(Taken taken, TurnState state, String trouble) {
        TurnRow row = locked(taken);
        row.keep(taken.turn(), state, clock.instant());
        row.trouble = trouble;
        signals.fireAfterCommit(signal(taken.id()));
    }

    void answered(Taken taken, String answer) {
        TurnRow row = locked(taken);
        row.answer = answer;
        ended(row, taken.turn(), TurnState.ANSWERED);
    }

    void failed(Taken taken, Problem problem) {
        TurnRow row = locked(taken);
        try {
            row.problem = DiamondJson.json().writeValueAsString(problem);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
        closeCalls(row, "The turn was ended before it was carried out: " + problem.detail());
        ended(row, taken.turn(), TurnState.FAILED);
        LOG.infof("Turn failed; session=%s turn=%d reason=%s", row.session, row.number, problem.reason());
    }

    /** Gives up what the turn waits for; before anything of the turn is locked, since a wake locks waits first. */
    void giveWaitsUp(TurnRow row) {
        take(row.session, row.number).ifPresent(taken ->
                waits.cancel(taken.caller(), taken.id(), taken.turn().conversation().waits()));
    }

    /** The row is locked. */
    void cancel(TurnRow row) {
        take(row.session, row.number).ifPresent(taken -> {
            closeCalls(row, "The turn was cancelled; whether the call had an effect is not known here.");
            ended(row, taken.turn(), TurnState.CANCELLED);
        });
    }

    /** Outside of the transaction that holds the lease, since it locks the session. */
    void acknowledge(Taken taken) {
        if (sessions.get(taken.caller(), taken.id()).acked() < taken.turn().seen()) {
            sessions.acknowledge(taken.caller(), taken.id(), taken.turn().seen());
        }
    }

    private void ended(TurnRow row, Turn turn, TurnState state) {
        Instant at = clock.instant();
        row.keep(turn, state, at);
        row.trouble = null;
        SessionId session = new SessionId(row.session);
        Spent used = turn.spent();
        journal.publish(new SessionEvent.TurnEnded(session, row.caller().tenant(), row.number, row.model, state.name(),
                row.problem == null ? null : row.view(config.currency()).problem().reason(), used.modelCalls(),
                used.toolCalls(), used.inputTokens(), used.outputTokens(), turn.spent().costMicros(),
                config.currency(), at), at);
        signals.fireAfterCommit(signal(session));
    }

    /** A call without a result would be refused by every endpoint in the next turn. */
    private void closeCalls(TurnRow row, String words) {
        List<Entry> talk = new ArrayList<>(rows.talk(row.session, row.number, 0).stream().map(EntryRow::entry).toList());
        int seq = rows.lastSeq(row.session);
        for (ToolCall call : new Conversation(talk).openCalls()) {
            rows.add(EntryRow.of(row.session, ++seq, row.number, Entry.Done.failed(call, words), clock.instant()));
        }
    }

    private TurnRow locked(Taken taken) {
        return rows.findById(new TurnRow.Key(taken.id().value(), taken.number()), LockModeType.PESSIMISTIC_WRITE);
    }

    private static Entry.Woken woken(WakeView w) {
        try {
            return new Entry.Woken(w.number(), w.waitId(), w.reason(), DiamondJson.json().readTree(w.digest()));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
