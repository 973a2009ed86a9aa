package org.diamondhpc.bench.ground;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Memory with shared pages divided among their users, from {@code /proc/PID/smaps_rollup} (proc(5)). */
public final class Pss {
    private static final double KIB_IN_MIB = 1024;

    private Pss() {
    }

    /** Of a process with its descendants, in MiB. */
    public static double mebibytes(long pid) {
        return Stream.concat(Stream.of(pid), ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants)
                .map(ProcessHandle::pid)).mapToLong(Pss::kib).sum() / KIB_IN_MIB;
    }

    /** Of one process in MiB. */
    public static double alone(long pid) {
        return kib(pid) / KIB_IN_MIB;
    }

    private static long kib(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/smaps_rollup"))) {
            return lines.filter(line -> line.startsWith("Pss:")).mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst().orElse(0);
        } catch (IOException | java.io.UncheckedIOException gone) {
            return 0;
        }
    }
}
