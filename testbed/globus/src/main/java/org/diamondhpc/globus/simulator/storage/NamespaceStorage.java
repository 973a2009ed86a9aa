package org.diamondhpc.globus.simulator.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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
    private final LocalUser user;

    NamespaceStorage(Path pidFile, LocalUser user) {
        this.pidFile = pidFile;
        this.user = user;
    }

    @Override
    public <T> T call(FileWork<T> work) throws IOException {
        String pid = pid();
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("site-" + user.name()).start(() -> {
            try {
                LinuxThread.enter(pid, user);
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

    @Override
    public boolean present() {
        try {
            return Files.exists(Path.of("/proc", pid(), "ns", "mnt"));
        } catch (IOException e) {
            return false;
        }
    }

    private String pid() throws IOException {
        try {
            return Files.readString(pidFile).trim();
        } catch (NoSuchFileException e) {
            throw new AbsentException("the site is not up", e);
        }
    }
}
