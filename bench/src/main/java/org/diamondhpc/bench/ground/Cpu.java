package org.diamondhpc.bench.ground;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Processor time a process has had so far, from {@code /proc/PID/stat} (proc(5)). */
public final class Cpu {
    /** Fields after the command's closing parenthesis: state is 0, utime 11, stime 12, cutime 13, cstime 14. */
    private static final int FIRST = 11;
    private static final int LAST = 14;
    /** USER_HZ, which Linux fixes at 100 for programs. */
    private static final double TICKS_A_SECOND = 100;

    private Cpu() {
    }

    /** In seconds, of a process with its descendants, those that have ended included. */
    public static double seconds(long pid) {
        return Stream.concat(Stream.of(pid), ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants)
                .map(ProcessHandle::pid)).mapToLong(Cpu::ticks).sum() / TICKS_A_SECOND;
    }

    /** In seconds, of one process without its children. */
    public static double alone(long pid) {
        return ticks(pid, LAST - 2) / TICKS_A_SECOND;
    }

    private static long ticks(long pid) {
        return ticks(pid, LAST);
    }

    private static long ticks(long pid, int last) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long sum = 0;
            for (int i = FIRST; i <= last; i++) {
                sum += Long.parseLong(fields[i]);
            }
            return sum;
        } catch (IOException gone) {
            return 0;
        }
    }
}
