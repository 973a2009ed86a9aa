package org.diamondhpc.globus.simulator.move;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.globus.simulator.model.EventCode;
import org.diamondhpc.globus.simulator.storage.CollectionFiles;
import org.diamondhpc.globus.simulator.storage.Entry;
import org.diamondhpc.globus.simulator.task.Ended;
import org.diamondhpc.globus.simulator.task.Order;
import org.diamondhpc.globus.simulator.task.SuccessfulTransfer;
import org.diamondhpc.globus.simulator.task.Task;
import org.diamondhpc.globus.simulator.task.TransferTerms;

/** One file's way from one end to the other. */
final class FileCopy {
    private static final int BUFFER = 256 << 10;
    /** Trouble that strikes when half of the bytes are over. */
    private static final Set<EventCode> MIDWAY = EnumSet.of(EventCode.CONNECTION_BROKEN, EventCode.CONNECTION_RESET,
            EventCode.QUOTA_EXCEEDED, EventCode.TIMEOUT);
    private static final Set<EventCode> CORRUPTING = EnumSet.of(EventCode.VERIFY_CHECKSUM);
    private static final Set<EventCode> GROWING = EnumSet.of(EventCode.FILE_SIZE_CHANGED);

    private final Task task;
    private final Order.Transfer order;
    private final Side source;
    private final Side destination;
    private final TaskTrouble trouble;
    private final Throttle throttle;

    FileCopy(Task task, Order.Transfer order, Side source, Side destination, TaskTrouble trouble, Throttle throttle) {
        this.task = task;
        this.order = order;
        this.source = source;
        this.destination = destination;
        this.trouble = trouble;
        this.throttle = throttle;
    }

    void run(Step.File step) throws Trouble, Ended {
        Entry from = source.on("stat", step.source(), f -> f.stat(step.source()));
        Optional<Entry> there = destination.on("stat", step.destination(), f -> f.find(step.destination()));
        if (there.filter(e -> e.key().equals(from.key())).isPresent()) {
            throw Trouble.unfit("Source and destination are the same file: " + step.source(), false);
        }
        if (there.filter(Entry::directory).isPresent()) {
            throw Trouble.unfit("Is a directory: " + step.destination(), false);
        }
        if (there.isPresent() && upToDate(step, from, there.get())) {
            task.count(c -> c.skippedFile());
            return;
        }
        String algorithm = step.item() == null ? "md5" : step.item().algorithm();
        String checksum = copied(step, from, algorithm);
        verify(step, from.size(), algorithm, checksum);
        if (order.terms().preserveTimestamp()) {
            destination.on("set time", step.destination(), f -> {
                f.touch(step.destination(), from.lastModified());
                return null;
            });
        }
        boolean told = order.terms().verifyChecksum();
        task.succeeded(new SuccessfulTransfer(step.source(), step.destination(), from.size(), told ? checksum : null,
                told ? algorithm.toUpperCase(Locale.ROOT) : null));
        task.count(c -> c.transferredFile());
    }

    /** By the level asked for, each of which includes the ones below it. */
    private boolean upToDate(Step.File step, Entry from, Entry there) throws Trouble, Ended {
        if (order.terms().syncLevel().isEmpty()) {
            return false;
        }
        int level = order.terms().syncLevel().getAsInt();
        if (level >= TransferTerms.SIZE && from.size() != there.size()
                || level == TransferTerms.TIME && from.lastModified().isAfter(there.lastModified())) {
            return false;
        }
        return level < TransferTerms.CHECKSUM
                || checksum(source, step.source(), "md5").equals(checksum(destination, step.destination(), "md5"));
    }

    private String checksum(Side side, String path, String algorithm) throws Trouble, Ended {
        try (FileChannel file = side.on("open", path, f -> f.read(path))) {
            String checksum = Checksum.of(file, algorithm, task);
            long size = file.size();
            task.count(c -> c.checksummed(size));
            return checksum;
        } catch (IOException e) {
            throw Trouble.of(e, "checksum", path, false);
        }
    }

    /** @return the checksum of what was read */
    private String copied(Step.File step, Entry from, String algorithm) throws Trouble, Ended {
        CollectionFiles sourceFiles = source.files();
        CollectionFiles destinationFiles = destination.files();
        MessageDigest digest = Checksum.digest(algorithm);
        try (FileChannel in = source.on("open", step.source(), f -> f.read(step.source()));
                FileChannel out = destination.on("open", step.destination(), f -> f.write(step.destination()))) {
            long moved = stream(in, out, digest, from.size(), step);
            boolean changed = trouble.take(GROWING, order.collections()).isPresent() || moved != from.size();
            if (changed) {
                throw new Trouble(EventCode.FILE_SIZE_CHANGED, "Size at start: " + from.size() + "\nSize at end: " + moved
                        + "\nPath: " + step.source(), true);
            }
        } catch (IOException e) {
            throw Trouble.of(e, "transfer", step.destination(), false);
        }
        if (!sourceFiles.present() || !destinationFiles.present()) {
            throw new Trouble(EventCode.CONNECTION_BROKEN, "An endpoint went away\nPath: " + step.source(), false);
        }
        return Checksum.hex(digest);
    }

    private long stream(FileChannel in, FileChannel out, MessageDigest digest, long size, Step.File step)
            throws IOException, Trouble, Ended {
        Optional<EventCode> midway = trouble.take(MIDWAY, order.collections());
        boolean corrupt = trouble.take(CORRUPTING, order.collections()).isPresent();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        long moved = 0;
        while (true) {
            task.checkpoint();
            int stride = throttle.stride(BUFFER);
            int read = in.read(buffer.clear().limit(midway.isPresent() ? Math.clamp(size / 2 - moved, 1, stride) : stride));
            if (read < 0 && midway.isEmpty()) {
                return moved;
            }
            if (read < 0) {
                throw new Trouble(midway.get(), "After all bytes of " + step.source(), false);
            }
            digest.update(buffer.flip());
            if (corrupt && read > 0) {
                buffer.put(0, (byte) ~buffer.get(0));
                corrupt = false;
            }
            buffer.rewind();
            while (buffer.hasRemaining()) {
                out.write(buffer);
            }
            moved += read;
            task.count(c -> c.moved(read));
            if (midway.isPresent() && moved >= size / 2) {
                throw new Trouble(midway.get(), "After " + moved + " bytes of " + step.source(), false);
            }
            throttle.passed(read);
        }
    }

    private void verify(Step.File step, long size, String algorithm, String atSource) throws Trouble, Ended {
        Optional<String> expected = step.item() == null ? Optional.empty() : step.item().checksum();
        if (expected.isPresent() && !expected.get().equalsIgnoreCase(atSource)) {
            throw new Trouble(EventCode.VERIFY_CHECKSUM, mismatch(step, expected.get(), atSource), true);
        }
        if (order.terms().verifyChecksum()) {
            String arrived = checksum(destination, step.destination(), algorithm);
            if (!arrived.equals(atSource)) {
                throw new Trouble(EventCode.VERIFY_CHECKSUM, mismatch(step, atSource, arrived), false);
            }
        }
    }

    private static String mismatch(Step.File step, String expected, String found) {
        return "Checksum verification failed\nPath: " + step.destination() + "\nExpected: " + expected + "\nActual: " + found;
    }
}
