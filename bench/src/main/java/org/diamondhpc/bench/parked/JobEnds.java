package org.diamondhpc.bench.parked;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells of ends of jobs at a fixed rate, whether or not the gateway keeps up: an end has its time by the rate alone, and
 * what is late with it (the sender too) counts against the wake.
 */
final class JobEnds {
    private static final long NANOS = 1_000_000_000L;
    private static final long SHORTEST_SLEEP = 500_000L;

    private final PlayedRing ring;
    private final List<Sleeper> originals;
    private final List<List<PlayedRing.Told>> ends = new ArrayList<>();

    JobEnds(PlayedRing ring, List<Sleeper> originals) {
        this.ring = ring;
        this.originals = originals;
        originals.forEach(sleeper -> ends.add(PlayedRing.end(sleeper)));
    }

    /** One of the parked. */
    record Parked(int original, int copy) {
    }

    String session(Parked one) {
        return originals.get(one.original()).session(one.copy());
    }

    /**
     * @param rate ends a second; 0: as fast as the broker takes them
     * @return when each was due, in microseconds since 1970, in the order of {@code parked}
     */
    long[] tell(List<Parked> parked, int rate) {
        long[] due = new long[parked.size()];
        Instant now = Instant.now();
        long epoch = now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
        long begin = System.nanoTime();
        for (int i = 0; i < due.length; i++) {
            long at = rate == 0 ? System.nanoTime() - begin : i * NANOS / rate;
            long early = begin + at - System.nanoTime();
            if (early > SHORTEST_SLEEP) {
                LockSupport.parkNanos(early);
            }
            due[i] = epoch + at / 1_000;
            tell(parked.get(i));
        }
        ring.flush();
        return due;
    }

    private void tell(Parked one) {
        Sleeper original = originals.get(one.original());
        String task = original.task(one.copy());
        for (PlayedRing.Told told : ends.get(one.original())) {
            ring.tell(told.type(), task, told.body().replace(original.task(), task)
                    .replace(original.session(), original.session(one.copy())));
        }
    }
}
