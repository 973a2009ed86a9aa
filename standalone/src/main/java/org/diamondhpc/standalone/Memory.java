package org.diamondhpc.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The memory of a process and its descendants, from {@code /proc/PID/smaps_rollup} (proc(5)); null where there is none. */
record Memory(Long rssKib, Long pssKib) {
    static Memory of(long pid) {
        long[] family = LongStream.concat(LongStream.of(pid), ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants).mapToLong(ProcessHandle::pid)).toArray();
        return new Memory(sum(family, "Rss:"), sum(family, "Pss:"));
    }

    private static Long sum(long[] family, String field) {
        long sum = LongStream.of(family).map(pid -> kib(pid, field)).sum();
        return sum == 0 ? null : sum;
    }

    private static long kib(long pid, String field) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/smaps_rollup"))) {
            return lines.filter(line -> line.startsWith(field))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).findFirst().orElse(0);
        } catch (IOException | UncheckedIOException gone) {
            return 0;
        }
    }
}
