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
    private final Book book;
    private final Sweep sweep;
    private final Watching watching;
    private final Dispatch dispatch;
    private final GlobusConfig config;
    private final Clock clock;
    private final Rhythm rhythm;

    WatchHandler(Desks desks, Ledger ledger, Book book, Sweep sweep, Watching watching, Dispatch dispatch, GlobusConfig config,
            Clock clock) {
        this.desks = desks;
        this.ledger = ledger;
        this.book = book;
        this.sweep = sweep;
        this.watching = watching;
        this.dispatch = dispatch;
        this.config = config;
        this.clock = clock;
        this.rhythm = new Rhythm(config.firstLook(), config.longestLook());
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
        try {
            sweep.abandoned(desk.get());
            watching.look(desk.get());
            dispatch.send(desk.get());
            keep(work, null);
            book.waiting(watch.identity(), null);
            return next(watch.identity());
        } catch (GlobusException e) {
            Duration pace = rhythm.afterTrouble(watch.pace());
            keep(work, pace);
            book.waiting(watch.identity(), e.error() instanceof GlobusError.Unauthenticated
                    ? Dispatch.refused(e.error()) : Dispatch.away(e.error()));
            Duration asked = e.error() instanceof GlobusError.TooMany tooMany ? tooMany.retryAfter() : null;
            return WorkOutcome.again(asked != null && asked.compareTo(pace) > 0 ? asked : pace, e.getMessage());
        }
    }

    private static void keep(Work<WatchWork> work, Duration pace) {
        WatchWork watch = work.payload();
        if (!Objects.equals(pace, watch.pace())) {
            work.checkpoint(new WatchWork(watch.identity(), pace));
        }
    }

    private WorkOutcome next(String identity) {
        List<Shipment> unfinished = ledger.unfinished(identity);
        if (unfinished.isEmpty()) {
            boolean waiting = !ledger.consignments(identity).isEmpty();
            return WorkOutcome.again(waiting ? config.longestLook() : IDLE, "nothing is on its way");
        }
        Instant now = clock.instant();
        Duration pause = unfinished.stream().map(s -> switch (s.state()) {
            case PLANNED -> s.tryAt() == null ? AT_LEAST : Duration.between(now, s.tryAt());
            default -> rhythm.watching(Duration.between(s.plannedAt(), now));
        }).min(Duration::compareTo).orElseThrow();
        return WorkOutcome.again(pause.compareTo(AT_LEAST) < 0 ? AT_LEAST : pause,
                unfinished.size() + " transfers on their way");
    }
}
