package org.diamondhpc.standalone.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A process that runs: our own child, or one that an earlier supervisor had started. */
sealed interface RunningProcess {
    /** The exit status of a process whose end nobody was told. */
    int UNKNOWN_EXIT = -1;

    ProcessMark mark();

    /** Waits until it has ended, at most so long; whether it has. */
    boolean endedWithin(Duration patience) throws InterruptedException;

    int exit();

    record Own(ProcessMark mark, Process process) implements RunningProcess {
        @Override
        public boolean endedWithin(Duration patience) throws InterruptedException {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public int exit() {
            return process.exitValue();
        }
    }

    record Adopted(ProcessMark mark) implements RunningProcess {
        private static final long LOOK = 100;

        @Override
        public boolean endedWithin(Duration patience) throws InterruptedException {
            long end = System.nanoTime() + patience.toNanos();
            while (mark.alive()) {
                if (System.nanoTime() >= end) {
                    return false;
                }
                Thread.sleep(LOOK);
            }
            return true;
        }

        @Override
        public int exit() {
            return UNKNOWN_EXIT;
        }
    }

    /** Starts the program with its output appended to the log. */
    static Own start(ChildSpec spec, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(spec.command()).directory(spec.directory().toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(spec.environment());
        Process process = builder.start();
        ProcessMark mark = ProcessMark.of(process.pid()).orElseGet(() -> new ProcessMark(process.pid(), "ended at once"));
        return new Own(mark, process);
    }
}
