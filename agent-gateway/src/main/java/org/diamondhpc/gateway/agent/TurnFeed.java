package org.diamondhpc.gateway.agent;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.gateway.agent.domain.TurnState;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.signal.Feeds;
import org.diamondhpc.schemas.id.SessionId;

/** What happens in a turn, to be followed until it is over. */
@Singleton
public class TurnFeed {
    private static final int PAGE = 100;

    private final TurnReader reader;

    TurnFeed(TurnReader reader) {
        this.reader = reader;
    }

    /**
     * Where a follower stands.
     *
     * @param seq of the last step he has; 0: none
     * @param state he knows; null: none
     */
    public record Position(int seq, TurnState state) {
    }

    /** At once the turn as it stands, then what is new of it. */
    public Feeds.Source<Position, TurnReader.TurnSteps> after(Caller caller, SessionId session, int number, long seq) {
        Position begin = new Position(Math.clamp(seq, 0, Integer.MAX_VALUE), null);
        reader.read(caller, session, number, begin.seq(), 1); // refused here where there is none
        return new Feeds.Source<>(Ledger.signal(session), true, begin, position -> {
            TurnReader.TurnSteps now = reader.read(caller, session, number, position.seq(), PAGE);
            boolean news = !now.items().isEmpty() || now.turn().state() != position.state();
            boolean last = now.turn().state().over() && now.items().size() < PAGE;
            return news || last ? Optional.of(new Feeds.Step<>(news ? List.of(now) : List.of(),
                    new Position(now.next(), now.turn().state()), last)) : Optional.empty();
        });
    }
}
