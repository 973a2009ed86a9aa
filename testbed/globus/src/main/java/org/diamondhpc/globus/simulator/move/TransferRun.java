package org.diamondhpc.globus.simulator.move;

import java.time.Clock;
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
import org.diamondhpc.globus.simulator.task.Ended;
import org.diamondhpc.globus.simulator.task.Order;
import org.diamondhpc.globus.simulator.task.SkippedError;
import org.diamondhpc.globus.simulator.task.Task;
import org.diamondhpc.globus.simulator.task.TransferDocument;

/**
 * A transfer from its first item to its last. What fails is tried again until it succeeds or the task's deadline
 * passes: the service takes a missing file for one that has not been written yet.
 */
final class TransferRun {
    /** Trouble that strikes before a byte has moved. */
    private static final Set<EventCode> BEFORE = EnumSet.of(EventCode.AUTH, EventCode.CONNECT_FAILED,
            EventCode.ENDPOINT_ERROR, EventCode.ENDPOINT_TOO_BUSY, EventCode.FILE_NOT_FOUND, EventCode.GC_NOT_CONNECTED,
            EventCode.GC_PAUSED, EventCode.NO_APPEND_FILESYSTEM, EventCode.PERMISSION_DENIED, EventCode.UNKNOWN);

    private final Deque<Step> open = new ArrayDeque<>();
    private final List<Step> failed = new ArrayList<>();
    private final List<Step> prunes = new ArrayList<>();
    private final Task task;
    private final Order.Transfer order;
    private final Side source;
    private final Side destination;
    private final TaskTrouble trouble;
    private final Duration retryAfter;
    private final Clock clock;
    private final Filters filters;
    private final FileCopy copy;
    private final Expansion expansion;

    TransferRun(Task task, Order.Transfer order, Side source, Side destination, TaskTrouble trouble, Throttle throttle,
            Duration retryAfter, Clock clock) {
        this.task = task;
        this.order = order;
        this.source = source;
        this.destination = destination;
        this.trouble = trouble;
        this.retryAfter = retryAfter;
        this.clock = clock;
        this.filters = new Filters(order.terms().rules());
        this.copy = new FileCopy(task, order, source, destination, trouble, throttle);
        this.expansion = new Expansion(task, order, source, destination, filters, this::add, this::addPrune);
    }

    void run() throws Ended {
        order.document().data().forEach(i -> add(new Step.Item(i)));
        while (!open.isEmpty()) {
            task.checkpoint();
            if (!tried(open.poll())) {
                return;
            }
            if (open.isEmpty() && !failed.isEmpty()) {
                task.rest(retryAfter);
                open.addAll(failed);
                failed.clear();
            }
            if (open.isEmpty()) {
                open.addAll(prunes);
                prunes.clear();
            }
        }
        task.succeed();
    }

    private void add(Step step) {
        open.add(step);
        task.count(c -> c.found());
    }

    private void addPrune(Step step) {
        prunes.add(step);
        task.count(c -> c.found());
    }

    /** @return false where the task has failed for good */
    private boolean tried(Step step) throws Ended {
        try {
            Optional<EventCode> now = trouble.take(BEFORE, order.collections());
            if (now.isPresent()) {
                throw new Trouble(now.get(), "Error (transfer)\nPath: " + step.source(), true);
            }
            done(step);
            task.count(c -> c.done());
            if (failed.isEmpty()) {
                task.recovered();
            }
        } catch (Trouble t) {
            if (order.terms().skipSourceErrors() && t.skippable()) {
                skip(step, t);
            } else if (order.terms().failOnQuotaErrors() && t.code() == EventCode.QUOTA_EXCEEDED) {
                task.fail(t.code(), t.details());
                return false;
            } else {
                again(step, t);
            }
        }
        return true;
    }

    /** A file's trouble lets the others go first; an end's trouble stops all. */
    private void again(Step step, Trouble t) throws Ended {
        task.checkpoint();
        task.fault(t.code(), t.details());
        if (t.ofOneFile()) {
            failed.add(step);
        } else {
            open.addFirst(step);
            task.rest(retryAfter);
        }
    }

    private void skip(Step step, Trouble t) {
        TransferDocument.Item item = step instanceof Step.File file ? file.item()
                : step instanceof Step.Item top ? top.item() : null;
        task.skipped(new SkippedError(t.code(), t.details(), clock.instant(), step.source(), step.destination(),
                step instanceof Step.Directory, step instanceof Step.Link,
                item == null ? null : item.externalChecksum(), item == null ? null : item.checksumAlgorithm()));
    }

    private void done(Step step) throws Trouble, Ended {
        switch (step) {
            case Step.Item item -> expansion.item(item.item());
            case Step.Directory directory -> expansion.directory(directory);
            case Step.File file -> copy.run(file);
            case Step.Link link -> link(link);
            case Step.Prune prune -> prune(prune);
        }
    }

    private void link(Step.Link link) throws Trouble {
        String target = source.on("read link", link.source(), f -> f.stat(link.source())).link()
                .orElseThrow(() -> Trouble.unfit("No longer a link: " + link.source(), true))
                .target();
        destination.on("link", link.destination(), f -> {
            f.link(link.destination(), target);
            return null;
        });
    }

    private void prune(Step.Prune prune) throws Trouble, Ended {
        Removal removal = new Removal(destination, task);
        for (Entry entry : destination.on("list", prune.destination(), f -> f.list(prune.destination()))) {
            if (!prune.kept().contains(entry.name()) && !filters.exclude(entry)) {
                removal.remove(Expansion.joined(prune.destination(), entry.name()), entry);
            }
        }
    }
}
