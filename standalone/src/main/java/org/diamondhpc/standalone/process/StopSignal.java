package org.diamondhpc.standalone.process;

import java.io.IOException;

/** How a process is asked to end. */
public enum StopSignal {
    /** SIGTERM: a JVM runs its shutdown hooks. */
    TERM,
    /** SIGINT: PostgreSQL's "fast" shutdown, which does not wait for its clients to leave. */
    INT;

    void send(long pid) {
        if (this == TERM) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
            return;
        }
        try {
            new ProcessBuilder("/bin/sh", "-c", "kill -INT \"$1\"", "sh", Long.toString(pid)).start().waitFor();
        } catch (IOException noShell) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
