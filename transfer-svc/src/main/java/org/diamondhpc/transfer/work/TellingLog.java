package org.diamondhpc.transfer.work;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.messaging.LeaseLost;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.schemas.event.TransferEvent.Item;
import org.diamondhpc.schemas.event.TransferEvent.TransferProgressed;
import org.diamondhpc.schemas.event.TransferEvent.TransferRequested;
import org.diamondhpc.transfer.domain.Haul;

/** Saves a transfer's state, and tells its progress now and then: by bytes, since one file may take hours. */
final class TellingLog extends SavingLog<TransferWork> {
    /** Bytes are counted here by those movers only that relay them. */
    private static final String RELAYED = "sftp";

    private final Work<TransferWork> work;
    private final TransferWork task;
    private final EventPublisher events;
    private final Clock clock;
    private final Duration pause;
    private Haul haul;
    private long moving;
    private Instant told;

    TellingLog(Work<TransferWork> work, TransferWork task, Copies copies, EventPublisher events, Clock clock,
            Duration pause) {
        super(work, task::with, copies);
        this.work = work;
        this.task = task;
        this.events = events;
        this.clock = clock;
        this.pause = pause;
        this.haul = task.haul().startedAt(clock.instant());
        this.told = clock.instant();
    }

    @Override
    public void save(Haul further, List<ReplicaFact> facts) {
        super.save(further, facts);
        haul = further;
        moving = 0;
    }

    @Override
    public void bytes(long more) {
        moving += more;
        Instant now = clock.instant();
        if (Duration.between(told, now).compareTo(pause) < 0) {
            return;
        }
        told = now;
        try {
            work.checkpoint(task.with(haul), () -> events.publish(new TransferProgressed(task.request().transfer(),
                    task.request().tenant(), RELAYED, haul.arrived().size(), task.request().items().size(),
                    haul.bytes() + moving, total(task.request()), null, null, null, haul.legs())));
        } catch (LeaseLost e) {
            throw new Stopped();
        }
    }

    static Long total(TransferRequested request) {
        List<Item> items = request.items();
        return items.stream().anyMatch(i -> i.size() == null) ? null : (Long) items.stream().mapToLong(Item::size).sum();
    }
}
