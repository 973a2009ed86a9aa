package org.diamondhpc.gateway.agent;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.signal.Watch;
import org.diamondhpc.schemas.id.SessionId;

/** Reads how a turn goes on, and waits for what comes next; called on virtual threads. */
@Singleton
public class TurnReader {
    private final Turns turns;
    private final Watch watch;
    private final GatewayConfig config;

    TurnReader(Turns turns, Watch watch, GatewayConfig config) {
        this.turns = turns;
        this.watch = watch;
        this.config = config;
    }

    /** The turn as it stands, steps, and the number to go on after. */
    public record TurnSteps(TurnView turn, List<TurnStep> items, int next) {
    }

    /**
     * TurnSteps after a number, oldest first; none after {@code atMost}.
     *
     * @param state the state the reader knows: another one is news, too; null: only steps are
     */
    public TurnSteps after(Caller caller, SessionId session, int number, int after, String state, Duration atMost,
            int limit) {
        return watch.await(Ledger.signal(session), atMost, config.recheck(), () ->
                        Optional.of(read(caller, session, number, after, limit)).filter(s -> !s.items().isEmpty()
                                || s.turn().state().over() || state != null && !s.turn().state().name().equals(state)))
                .orElseGet(() -> read(caller, session, number, after, limit));
    }

    /** The turn is read first: where it is over, no step comes after those that are read then. */
    TurnSteps read(Caller caller, SessionId session, int number, int after, int limit) {
        TurnView turn = turns.get(caller, session, number);
        List<TurnStep> steps = turns.steps(caller, session, number, after, limit);
        return new TurnSteps(turn, steps, steps.isEmpty() ? after : steps.getLast().seq());
    }
}
