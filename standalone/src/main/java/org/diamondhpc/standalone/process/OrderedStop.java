package org.diamondhpc.standalone.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Ends noted processes wave by wave: each is asked, and killed when it does not go in time. */
public record OrderedStop(Path runFolder, Duration grace) {
    private static final Duration AFTER_KILL = Duration.ofSeconds(2);

    /** Ends all living processes noted in the run folder but the supervisor's own; returns those that would not go. */
    public List<ProcessRecord> all(String supervisor) throws IOException, InterruptedException {
        TreeMap<Integer, List<ProcessRecord>> waves = ProcessRecord.living(runFolder).stream()
                .filter(record -> !record.name().equals(supervisor))
                .collect(Collectors.groupingBy(ProcessRecord::wave, TreeMap::new, Collectors.toList()));
        for (List<ProcessRecord> wave : waves.values()) {
            end(wave);
        }
        return ProcessRecord.living(runFolder).stream().filter(record -> !record.name().equals(supervisor)).toList();
    }

    void end(List<ProcessRecord> wave) throws IOException, InterruptedException {
        wave.forEach(record -> record.stop().send(record.mark().pid()));
        if (!gone(wave, grace)) {
            wave.stream().filter(record -> record.mark().alive())
                    .forEach(record -> ProcessHandle.of(record.mark().pid()).ifPresent(ProcessHandle::destroyForcibly));
            gone(wave, AFTER_KILL);
        }
        for (ProcessRecord record : wave) {
            if (!record.mark().alive()) {
                record.remove(runFolder);
            }
        }
    }

    private static boolean gone(List<ProcessRecord> wave, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (wave.stream().anyMatch(record -> record.mark().alive())) {
            if (System.nanoTime() >= end) {
                return false;
            }
            Thread.sleep(20);
        }
        return true;
    }
}
