package org.diamondhpc.gateway.wake.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Problem.Violation;

/**
 * What an agent sleeps for.
 *
 * @param mode whether one of the things suffices or all must happen
 * @param tasks tasks that must have ended
 * @param started tasks whose job must have started (an end counts as well)
 * @param transfers transfers that must have ended
 * @param deadline when to wake in any case; absent: never
 * @param note why, in the agent's own words; comes back with the wake
 */
public record Condition(Mode mode, List<TaskId> tasks, List<TaskId> started, List<TransferId> transfers,
        Instant deadline, String note) {
    private static final int MAX_ITEMS = 1000;
    private static final int MAX_NOTE = 500;

    public Condition {
        mode = mode == null ? Mode.ALL : mode;
        tasks = List.copyOf(new LinkedHashSet<>(Absent.list(tasks)));
        started = List.copyOf(new LinkedHashSet<>(Absent.list(started)));
        transfers = List.copyOf(new LinkedHashSet<>(Absent.list(transfers)));
    }

    /** One of the things, or all of them. */
    public enum Mode {
        ANY, ALL
    }

    /** What can happen to an object. */
    public enum Kind {
        TASK_ENDED, TASK_STARTED, TRANSFER_ENDED
    }

    /** One thing to happen. */
    public record Item(Kind kind, String subject) {
    }

    public List<Item> items() {
        List<Item> all = new ArrayList<>();
        tasks.forEach(t -> all.add(new Item(Kind.TASK_ENDED, t.value())));
        started.forEach(t -> all.add(new Item(Kind.TASK_STARTED, t.value())));
        transfers.forEach(t -> all.add(new Item(Kind.TRANSFER_ENDED, t.value())));
        return all;
    }

    public List<Violation> violations() {
        List<Violation> all = new ArrayList<>();
        int count = tasks.size() + started.size() + transfers.size();
        if (count == 0 && deadline == null) {
            all.add(new Violation("", "give at least one of tasks, started, transfers, deadline and timeout"));
        }
        if (count > MAX_ITEMS) {
            all.add(new Violation("", "a wait names at most " + MAX_ITEMS + " things"));
        }
        if (note != null && note.length() > MAX_NOTE) {
            all.add(new Violation("/note", "a note has at most " + MAX_NOTE + " characters"));
        }
        return all;
    }

    /** Whether the wait is over, with so many things done and so many open. */
    public static boolean fulfilled(Mode mode, int met, int open) {
        return mode == Mode.ANY ? met > 0 : open == 0 && met > 0;
    }
}
