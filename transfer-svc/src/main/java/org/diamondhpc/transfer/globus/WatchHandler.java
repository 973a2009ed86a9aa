package org.diamondhpc.transfer.globus;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.transfer.globus.api.GlobusError;
import org.diamondhpc.transfer.globus.api.GlobusException;
import org.diamondhpc.transfer.globus.domain.Rhythm;
import org.diamondhpc.transfer.globus.domain.Shipment;

/** One round for one identity: give up what nobody wants, look at what goes on, submit what is due. */
@ApplicationScoped
class WatchHandler implements WorkHandler<WatchWork> {
    private static final Duration IDLE = Duration.ofMinutes(10);
    private static final Duration AT_LEAST = Duration.ofMillis(100);

    private final Desks desks;
    private final Ledger ledger;
    private final Sweep sweep;
    private final Watching watching;
    private final Dispatch dispatch;
    private final GlobusConfig config;
    private final Clock clock;

    WatchHandler(Desks desks, Ledger ledger, Sweep sweep, Watching watching, Dispatch dispatch, GlobusConfig config,
            Clock clock) {
        this.desks = desks;
        this.ledger = ledger;
        this.sweep = sweep;
        this.watching = watching;
        this.dispatch = dispatch;
        this.config = config;
        this.clock = clock;
    }

    @Override
    public String kind() {
        return WatchWork.KIND;
    }

    @Override
    public Class<WatchWork> payload() {
        return WatchWork.class;
    }

    @Override
    public WorkOutcome work(Work<WatchWork> work) {
        WatchWork watch = work.payload();
        Optional<Desk> desk = desks.named(watch.identity());
        if (desk.isEmpty()) {
            return WorkOutcome.again(IDLE, "the identity is not configured any more");
        }
        Rhythm rhythm = new Rhythm(config.firstLook(), config.longestLook());
        try {
            boolean changed = sweep.abandoned(desk.get());
            changed |= watching.look(desk.get());
            changed |= dispatch.send(desk.get());
            Duration pace = rhythm.next(watch.pace(), changed);
            return next(work, watch, pace, null);
        } catch (GlobusException e) {
            Duration pace = rhythm.next(watch.pace(), false);
            Duration asked = e.error() instanceof GlobusError.TooMany tooMany ? tooMany.retryAfter() : null;
            return next(work, watch, asked != null && asked.compareTo(pace) > 0 ? asked : pace, e);
        }
    }

    private WorkOutcome next(Work<WatchWork> work, WatchWork watch, Duration pace, GlobusException trouble) {
        if (!Objects.equals(pace, watch.pace())) {
            work.checkpoint(new WatchWork(watch.identity(), pace));
        }
        List<Shipment> unfinished = ledger.unfinished(watch.identity());
        boolean waiting = !ledger.consignments(watch.identity()).isEmpty();
        if (trouble != null) {
            return WorkOutcome.again(pace, trouble.getMessage());
        }
        if (unfinished.isEmpty()) {
            return WorkOutcome.again(waiting ? config.longestLook() : IDLE, "nothing is on its way");
        }
        Instant now = clock.instant();
        boolean looks = unfinished.stream().anyMatch(s -> s.state() == Shipment.State.ACTIVE);
        Duration pause = unfinished.stream().filter(s -> s.state() == Shipment.State.PLANNED)
                .map(s -> s.tryAt() == null ? AT_LEAST : Duration.between(now, s.tryAt()))
                .reduce(looks ? pace : IDLE, (a, b) -> a.compareTo(b) < 0 ? a : b);
        return WorkOutcome.again(pause.compareTo(AT_LEAST) < 0 ? AT_LEAST : pause,
                unfinished.size() + " transfers on their way");
    }
}
