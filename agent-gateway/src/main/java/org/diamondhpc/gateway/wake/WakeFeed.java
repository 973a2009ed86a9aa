package org.diamondhpc.gateway.wake;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.signal.Feeds;
import org.diamondhpc.schemas.id.SessionId;

/** A session's wakes, to be followed. */
@Singleton
public class WakeFeed {
    private static final int PAGE = 100;

    private final Sessions sessions;
    private final Waits waits;

    WakeFeed(Sessions sessions, Waits waits) {
        this.sessions = sessions;
        this.waits = waits;
    }

    /** @param after null: the last acknowledged one */
    public Feeds.Source<Long, WakeView> after(Caller caller, SessionId session, Long after) {
        long acked = sessions.get(caller, session).acked();
        return new Feeds.Source<>("session:" + session, false, after == null ? acked : after, from -> {
            List<WakeView> found = waits.wakes(caller, session, from, PAGE);
            return found.isEmpty() ? Optional.empty()
                    : Optional.of(new Feeds.Step<>(found, found.getLast().number(), false));
        });
    }
}
