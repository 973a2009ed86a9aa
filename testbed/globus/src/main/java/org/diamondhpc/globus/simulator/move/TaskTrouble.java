package org.diamondhpc.globus.simulator.move;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.globus.simulator.model.EventCode;

/** Trouble of tasks, as switched on. */
public final class TaskTrouble {
    /** Until it is healed. */
    public static final int FOR_EVER = -1;

    private static final class Switch {
        private final EventCode code;
        private final String collection;
        private int times;

        private Switch(EventCode code, String collection, int times) {
            this.code = code;
            this.collection = collection;
            this.times = times;
        }
    }

    private final List<Switch> switches = new ArrayList<>();
    private volatile long bytesPerSecond = Long.MAX_VALUE;

    /**
     * The next tries of a step fail in this way.
     *
     * @param collection that one end must be; empty for every task
     */
    public synchronized void raise(EventCode code, String collection, int times) {
        if (!code.error() || code == EventCode.EXPIRED || code == EventCode.CANCELED) {
            throw new IllegalArgumentException(code + " is no trouble that can be switched on");
        }
        switches.add(new Switch(code, collection, times));
    }

    public void limitSpeed(long limit) {
        bytesPerSecond = limit;
    }

    public synchronized void heal() {
        switches.clear();
        bytesPerSecond = Long.MAX_VALUE;
    }

    long bytesPerSecond() {
        return bytesPerSecond;
    }

    /** The trouble of one of these kinds that is due now; it counts as had. */
    synchronized Optional<EventCode> take(Set<EventCode> kinds, Collection<String> collections) {
        for (Switch s : switches) {
            boolean here = s.collection.isEmpty() || collections.contains(s.collection);
            if (here && s.times != 0 && kinds.contains(s.code)) {
                s.times -= s.times > 0 ? 1 : 0;
                return Optional.of(s.code);
            }
        }
        return Optional.empty();
    }
}
