package org.diamondhpc.globus.simulator.move;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.diamondhpc.globus.simulator.model.EventCode;
import org.diamondhpc.globus.simulator.storage.CollectionFiles;
import org.diamondhpc.globus.simulator.storage.Entry;
import org.diamondhpc.globus.simulator.task.Order;
import org.diamondhpc.globus.simulator.task.Task;
import org.diamondhpc.globus.simulator.task.TransferDocument;
import org.diamondhpc.globus.simulator.task.TransferTerms;

/** Finds out what an item or a directory stands for. */
final class Expansion {
    private static final int DEEPEST = 100;
    /** Left out of directories without a word. */
    private static final Set<String> SPECIAL = Set.of("chr", "blk", "pipe", "other");

    private final Task task;
    private final Order.Transfer order;
    private final Side source;
    private final Side destination;
    private final Filters filters;
    private final Consumer<Step> steps;
    private final Consumer<Step> prunes;

    /**
     * A walk that hands over what it finds.
     *
     * @param steps gets what is to be done next
     * @param prunes gets what is to be done at the end
     */
    Expansion(Task task, Order.Transfer order, Side source, Side destination, Filters filters, Consumer<Step> steps,
            Consumer<Step> prunes) {
        this.task = task;
        this.order = order;
        this.source = source;
        this.destination = destination;
        this.filters = filters;
        this.steps = steps;
        this.prunes = prunes;
    }

    /** Links named by an item are followed, unless the link itself was asked for. */
    void item(TransferDocument.Item item) throws Trouble {
        Entry entry = source.on("stat", item.sourcePath(), f -> f.stat(item.sourcePath()));
        if (item.symlink()) {
            if (!entry.symlink()) {
                throw Trouble.unfit("Not a symbolic link: " + item.sourcePath(), true);
            }
            task.count(c -> c.symlink());
            steps.accept(new Step.Link(item.sourcePath(), item.destinationPath()));
            return;
        }
        boolean directory = entry.directory();
        if (item.recursive() != null && item.recursive() != directory) {
            throw Trouble.unfit((directory ? "Is a directory: " : "Not a directory: ")
                    + item.sourcePath(), true);
        }
        if (directory && withinItself(item)) {
            throw Trouble.unfit("The destination is inside the source: "
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
                steps.accept(new Step.Directory(from, to, depth));
            }
            case "file" -> {
                task.count(c -> c.file());
                steps.accept(new Step.File(from, to, item));
            }
            case "invalid_symlink" -> throw new Trouble(EventCode.FILE_NOT_FOUND, "The link leads nowhere: " + from, true);
            default -> throw Trouble.unfit("Neither file nor directory: " + from, true);
        }
    }

    void directory(Step.Directory directory) throws Trouble {
        if (directory.depth() > DEEPEST) {
            throw Trouble.unfit("Too many levels: " + directory.source(), true);
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
            prunes.accept(new Step.Prune(directory.source(), directory.destination(), kept));
        }
    }

    private void child(Step.Directory directory, Entry child) {
        String from = joined(directory.source(), child.name());
        String to = joined(directory.destination(), child.name());
        TransferTerms.Symlinks links = order.terms().symlinks();
        if (child.symlink() && links != TransferTerms.Symlinks.COPY) {
            if (links == TransferTerms.Symlinks.KEEP) {
                task.count(c -> c.symlink());
                steps.accept(new Step.Link(from, to));
            }
            return;
        }
        if (SPECIAL.contains(child.type())) {
            return;
        }
        try {
            found(child, from, to, directory.depth() + 1, null);
        } catch (Trouble t) {
            steps.accept(new Step.Item(new TransferDocument.Item("transfer_item", from, to, null, null, null)));
        }
    }

    static String joined(String directory, String name) {
        return directory.endsWith("/") ? directory + name : directory + "/" + name;
    }
}
