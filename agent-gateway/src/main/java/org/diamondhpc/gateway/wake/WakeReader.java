package org.diamondhpc.gateway.wake;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.signal.Watch;
import org.diamondhpc.schemas.id.SessionId;

/** Reads wakes, and waits for the next one; called on virtual threads. */
@Singleton
public class WakeReader {
    private final Waits waits;
    private final Sessions sessions;
    private final Watch watch;

    WakeReader(Waits waits, Sessions sessions, Watch watch) {
        this.waits = waits;
        this.sessions = sessions;
        this.watch = watch;
    }

    /** Wakes, and the number to go on after. */
    public record Wakes(List<WakeView> items, long next) {
    }

    /**
     * Wakes after a number, oldest first; none after {@code atMost}.
     *
     * @param after null: the last acknowledged one
     */
    public Wakes after(Caller caller, SessionId session, Long after, Duration atMost, int limit) {
        long acked = sessions.get(caller, session).acked();
        long from = after == null ? acked : after;
        return watch.await("session:" + session, atMost, null, () ->
                        Optional.of(waits.wakes(caller, session, from, limit)).filter(w -> !w.isEmpty()))
                .map(w -> new Wakes(w, w.getLast().number())).orElse(new Wakes(List.of(), from));
    }
}
