package org.diamondhpc.messaging.claims;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What the store may still take: counted now and then, since other processes write there too. */
final class Quota {
    private static final long RECOUNT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private final Path folder;
    private final long limit;
    private long used;
    private long countedAt;
    private boolean counted;

    Quota(Path folder, long limit) {
        this.folder = folder;
        this.limit = limit;
    }

    synchronized long left() throws IOException {
        if (!counted || System.nanoTime() - countedAt > RECOUNT_NANOS) {
            used = count();
            countedAt = System.nanoTime();
            counted = true;
        }
        return limit - used;
    }

    synchronized void added(long bytes) {
        used += bytes;
    }

    private long count() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).mapToLong(Quota::size).sum();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException deletedMeanwhile) {
            return 0;
        }
    }
}
