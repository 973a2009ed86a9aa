package org.diamondhpc.globus.simulator.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.diamondhpc.globus.simulator.model.LocalUser;

/**
 * The file system of a practice cluster. Each piece of work runs in a thread of its own that has entered the cluster's
 * mount namespace and taken the local user's identity, so that paths, symbolic links, rights, owners and full disks are
 * the kernel's business. The thread ends with the work: one that stayed would keep the cluster's mounts alive.
 */
final class NamespaceStorage implements Storage {
    private final Path pidFile;
    private final Optional<String> pid;
    private final LocalUser user;

    NamespaceStorage(Path pidFile, LocalUser user) {
        this.pidFile = pidFile;
        this.pid = read(pidFile);
        this.user = user;
    }

    @Override
    public <T> T call(FileWork<T> work) throws IOException {
        String process = pid.orElseThrow(() -> new AbsentException("the site is not up", null));
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("site-" + user.name()).start(() -> {
            try {
                LinuxThread.enter(process, user);
                result.complete(work.run());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        try {
            return result.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case IOException io -> throw io;
                case RuntimeException runtime -> throw runtime;
                case Error error -> throw error;
                default -> throw e;
            }
        }
    }

    /** A site that was restarted has another process: channels of the old one write where nobody reads. */
    @Override
    public boolean present() {
        return pid.filter(p -> Files.exists(Path.of("/proc", p, "ns", "mnt"))).isPresent() && read(pidFile).equals(pid);
    }

    private static Optional<String> read(Path pidFile) {
        try {
            return Optional.of(Files.readString(pidFile).trim());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
