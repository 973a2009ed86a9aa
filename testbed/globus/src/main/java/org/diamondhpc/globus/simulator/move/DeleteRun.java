package org.diamondhpc.globus.simulator.move;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.globus.simulator.model.EventCode;
import org.diamondhpc.globus.simulator.storage.Entry;
import org.diamondhpc.globus.simulator.storage.Wildcard;
import org.diamondhpc.globus.simulator.task.Ended;
import org.diamondhpc.globus.simulator.task.Order;
import org.diamondhpc.globus.simulator.task.Task;

/** A deletion. What is missing ends it, unless that was to be ignored; other trouble is tried again. */
final class DeleteRun {
    private static final Set<EventCode> BEFORE = EnumSet.of(EventCode.AUTH, EventCode.CONNECT_FAILED,
            EventCode.ENDPOINT_ERROR, EventCode.ENDPOINT_TOO_BUSY, EventCode.GC_NOT_CONNECTED, EventCode.GC_PAUSED,
            EventCode.PERMISSION_DENIED, EventCode.TIMEOUT, EventCode.UNKNOWN);

    private final Deque<String> open = new ArrayDeque<>();
    private final Task task;
    private final Order.Delete order;
    private final Side side;
    private final TaskTrouble trouble;
    private final Duration retryAfter;

    DeleteRun(Task task, Order.Delete order, Side side, TaskTrouble trouble, Duration retryAfter) {
        this.task = task;
        this.order = order;
        this.side = side;
        this.trouble = trouble;
        this.retryAfter = retryAfter;
    }

    void run() throws Ended {
        order.document().data().forEach(i -> open.add(i.path()));
        task.count(c -> c.found(open.size()));
        while (!open.isEmpty()) {
            task.checkpoint();
            try {
                Optional<EventCode> now = trouble.take(BEFORE, order.collections());
                if (now.isPresent()) {
                    throw new Trouble(now.get(), "Error (delete)\nPath: " + open.peek(), false);
                }
                if (!deleted(open.peek())) {
                    return;
                }
                open.poll();
                task.count(c -> c.done());
                task.recovered();
            } catch (Trouble t) {
                task.checkpoint();
                task.fault(t.code(), t.details());
                task.rest(retryAfter);
            }
        }
        task.succeed();
    }

    /** @return false where the task has failed for good */
    private boolean deleted(String path) throws Trouble, Ended {
        for (String one : expanded(path)) {
            Optional<Entry> entry = side.on("stat", one, f -> f.find(one));
            if (entry.isEmpty()) {
                if (!order.document().ignoringMissing()) {
                    task.fail(EventCode.FILE_NOT_FOUND, "Error (delete)\nPath: " + one);
                    return false;
                }
                continue;
            }
            boolean directory = entry.get().directory() && !entry.get().symlink();
            if (directory && !order.document().recursively()) {
                task.fail(EventCode.ENDPOINT_ERROR, "Is a directory, and the deletion is not recursive: " + one);
                return false;
            }
            new Removal(side, task).remove(one, entry.get());
            task.count(c -> c.removed(directory));
        }
        return true;
    }

    /** Only the last part of a path may be a pattern. */
    private List<String> expanded(String path) throws Trouble {
        int slash = path.lastIndexOf('/');
        String name = path.substring(slash + 1);
        if (!order.document().globbing() || !Wildcard.present(name)) {
            return List.of(path);
        }
        String directory = slash < 0 ? "~" : path.substring(0, slash + 1);
        Wildcard pattern = new Wildcard(name);
        List<String> found = new ArrayList<>();
        for (Entry entry : side.on("list", directory, f -> f.list(directory))) {
            if (pattern.matches(entry.name()) && (name.startsWith(".") || !entry.name().startsWith("."))) {
                found.add(directory + (directory.endsWith("/") ? "" : "/") + entry.name());
            }
        }
        return found;
    }
}
