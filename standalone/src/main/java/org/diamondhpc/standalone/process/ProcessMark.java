package org.diamondhpc.standalone.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * One process for ever: its id, and when it was started on which boot of the machine.
 *
 * <p>On Linux the mark is the boot's id and field 22 of {@code /proc/PID/stat} (clock ticks since boot, see proc(5)),
 * which does not move when the wall clock is set; elsewhere it is the start instant in milliseconds.
 */
public record ProcessMark(long pid, String started) {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    public ProcessMark {
        Objects.requireNonNull(started, "started");
    }

    /** The living process with this id; empty where there is none or only its zombie is left. */
    public static Optional<ProcessMark> of(long pid) {
        if (Files.isReadable(BOOT)) {
            return ofProc(pid);
        }
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive)
                .flatMap(handle -> handle.info().startInstant())
                .map(instant -> new ProcessMark(pid, Long.toString(instant.toEpochMilli())));
    }

    /** Whether this very process, and no later one with its id, still runs. */
    public boolean alive() {
        return of(pid).filter(this::equals).isPresent();
    }

    private static Optional<ProcessMark> ofProc(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            boolean dead = fields[0].equals("Z") || fields[0].equals("X");
            return dead ? Optional.empty() : Optional.of(new ProcessMark(pid, Files.readString(BOOT).strip() + "/" + fields[19]));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
