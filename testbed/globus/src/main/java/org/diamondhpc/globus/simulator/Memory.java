package org.diamondhpc.globus.simulator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.diamondhpc.globus.simulator.auth.Consents;
import org.diamondhpc.globus.simulator.auth.Tokens;
import org.diamondhpc.globus.simulator.task.SavedTask;
import org.diamondhpc.globus.simulator.task.TaskBoard;

/**
 * Tasks, tokens and consents in a file. A task is in it before its submitter hears that it was accepted; of the rest the
 * last second may be lost.
 */
final class Memory implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Memory.class.getName());
    private static final ObjectMapper JSON = new ObjectMapper().registerModule(new JavaTimeModule());

    private record Everything(List<SavedTask> tasks, Tokens.Saved tokens, Consents.Saved consents) { }

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("memory").factory());
    private final Path file;
    private final TaskBoard board;
    private final Tokens tokens;
    private final Consents consents;
    private byte[] written = new byte[0];

    /** Restores what the file has, and keeps it from then on. */
    Memory(Path file, TaskBoard board, Tokens tokens, Consents consents) {
        this.file = file;
        this.board = board;
        this.tokens = tokens;
        this.consents = consents;
        restore();
        board.onAccepted(this::save);
        timer.scheduleWithFixedDelay(this::saveOrTell, 1, 1, TimeUnit.SECONDS);
    }

    private void restore() {
        if (!Files.exists(file)) {
            return;
        }
        try {
            Everything everything = JSON.readValue(file.toFile(), Everything.class);
            tokens.restore(everything.tokens());
            consents.restore(everything.consents());
            board.restore(everything.tasks());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void saveOrTell() {
        try {
            save();
        } catch (RuntimeException e) {
            LOG.log(Level.SEVERE, "cannot save " + file, e);
        }
    }

    /** Under the board's lock, which a submitter holds already: no older state is ever written after a newer one. */
    private void save() {
        synchronized (board) {
            try {
                byte[] now = JSON.writeValueAsBytes(new Everything(board.saved(), tokens.saved(), consents.saved()));
                if (!Arrays.equals(now, written)) {
                    write(now);
                    written = now;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Whole or not at all, and for nobody else to read. */
    private void write(byte[] bytes) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try (var channel = Files.newByteChannel(fresh, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            channel.write(ByteBuffer.wrap(bytes));
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The board must have stopped. */
    @Override
    public void close() {
        timer.shutdownNow();
        saveOrTell();
    }
}
