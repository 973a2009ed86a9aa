package org.diamondhpc.globus.simulator.move;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.globus.simulator.model.EventCode;
import org.diamondhpc.globus.simulator.storage.CollectionFiles;
import org.diamondhpc.globus.simulator.storage.Entry;
import org.diamondhpc.globus.simulator.task.Ended;
import org.diamondhpc.globus.simulator.task.Order;
import org.diamondhpc.globus.simulator.task.SkippedError;
import org.diamondhpc.globus.simulator.task.Task;
import org.diamondhpc.globus.simulator.task.TransferDocument;
import org.diamondhpc.globus.simulator.task.TransferTerms;

/**
 * A transfer from its first item to its last. What fails is tried again until it succeeds or the task's deadline
 * passes: the service takes a missing file for one that has not been written yet.
 */
final class TransferRun {
    private static final int DEEPEST = 100;
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
            case Step.Item item -> item(item.item());
            case Step.Directory directory -> directory(directory);
            case Step.File file -> copy.run(file);
            case Step.Link link -> link(link);
            case Step.Prune prune -> prune(prune);
        }
    }

    /** Links named by an item are followed, unless the link itself was asked for. */
    private void item(TransferDocument.Item item) throws Trouble {
        Entry entry = source.on("stat", item.sourcePath(), f -> f.stat(item.sourcePath()));
        if (item.symlink()) {
            if (!entry.symlink()) {
                throw new Trouble(EventCode.ENDPOINT_ERROR, "Not a symbolic link: " + item.sourcePath(), true);
            }
            task.count(c -> c.symlink());
            add(new Step.Link(item.sourcePath(), item.destinationPath()));
            return;
        }
        boolean directory = entry.directory();
        if (item.recursive() != null && item.recursive() != directory) {
            throw new Trouble(EventCode.ENDPOINT_ERROR, (directory ? "Is a directory: " : "Not a directory: ")
                    + item.sourcePath(), true);
        }
        if (directory && withinItself(item)) {
            throw new Trouble(EventCode.ENDPOINT_ERROR, "The destination is inside the source: "
                    + item.destinationPath(), false);
        }
        found(entry, item.sourcePath(), item.destinationPath(), 0, item);
    }

    private boolean withinItself(TransferDocument.Item item) throws Trouble {
        CollectionFiles files = source.files();
        return source.collection().equals(destination.collection())
                && Path.of(files.normal(item.destinationPath())).startsWith(files.normal(item.sourcePath()));
    }

    private void found(Entry entry, String from, String to, int depth, TransferDocument.Item item) throws Trouble {
        switch (entry.type()) {
            case "dir" -> {
                task.count(c -> c.directory());
                add(new Step.Directory(from, to, depth));
            }
            case "file" -> {
                task.count(c -> c.file());
                add(new Step.File(from, to, item));
            }
            case "invalid_symlink" -> throw new Trouble(EventCode.FILE_NOT_FOUND, "The link leads nowhere: " + from, true);
            default -> throw new Trouble(EventCode.ENDPOINT_ERROR, "Neither file nor directory: " + from, true);
        }
    }

    private void directory(Step.Directory directory) throws Trouble {
        if (directory.depth() > DEEPEST) {
            throw new Trouble(EventCode.ENDPOINT_ERROR, "Too many levels: " + directory.source(), true);
        }
        List<Entry> children = source.on("list", directory.source(), f -> f.list(directory.source()));
        destination.on("make directories", directory.destination(), f -> {
            f.makeDirectories(directory.destination());
            return null;
        });
        Set<String> kept = new HashSet<>();
        for (Entry child : children) {
            kept.add(child.name());
            if (!filters.exclude(child)) {
                child(directory, child);
            }
        }
        if (order.terms().deleteDestinationExtra()) {
            task.count(c -> c.found());
            prunes.add(new Step.Prune(directory.source(), directory.destination(), kept));
        }
    }

    private void child(Step.Directory directory, Entry child) {
        String from = joined(directory.source(), child.name());
        String to = joined(directory.destination(), child.name());
        TransferTerms.Symlinks links = order.terms().symlinks();
        if (child.symlink() && links != TransferTerms.Symlinks.COPY) {
            if (links == TransferTerms.Symlinks.KEEP) {
                task.count(c -> c.symlink());
                add(new Step.Link(from, to));
            }
            return;
        }
        try {
            found(child, from, to, directory.depth() + 1, null);
        } catch (Trouble t) {
            add(new Step.Item(new TransferDocument.Item("transfer_item", from, to, null, null, null)));
        }
    }

    private static String joined(String directory, String name) {
        return directory.endsWith("/") ? directory + name : directory + "/" + name;
    }

    private void link(Step.Link link) throws Trouble {
        String target = source.on("read link", link.source(), f -> f.stat(link.source())).link()
                .orElseThrow(() -> new Trouble(EventCode.ENDPOINT_ERROR, "No longer a link: " + link.source(), true))
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
                removal.remove(joined(prune.destination(), entry.name()), entry);
            }
        }
    }
}
