package org.diamondhpc.site.scheduler.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobOutcome.ElementCount;
import org.diamondhpc.site.scheduler.text.JobId;

/** How an array ended, from the ends of its elements. */
public final class ArrayEnd {
    private static final int MOST_EVIDENCE = 10;

    private ArrayEnd() {
    }

    /** Where all bad elements ended alike, that is the array's end; otherwise it FAILED, and the counts say how. */
    public static JobOutcome together(Map<Integer, JobOutcome> ended) {
        Map<JobEnd, List<Integer>> by = new EnumMap<>(JobEnd.class);
        ended.forEach((element, o) -> by.computeIfAbsent(o.end(), e -> new ArrayList<>()).add(element));
        List<ElementCount> counts = by.entrySet().stream()
                .map(e -> new ElementCount(e.getKey(), e.getValue().size(), JobId.ranges(e.getValue()))).toList();
        List<JobEnd> bad = by.keySet().stream().filter(e -> !e.success()).toList();
        JobEnd end = bad.isEmpty() ? JobEnd.COMPLETED : bad.size() == 1 ? bad.getFirst() : JobEnd.FAILED;
        String detail = bad.isEmpty() ? null : counts.stream()
                .map(c -> c.count() + " " + c.end() + " (" + c.indices() + ")").collect(Collectors.joining(", "));
        Collection<JobOutcome> all = ended.values();
        Optional<JobOutcome> worst = all.stream().filter(o -> !o.end().success()).findFirst();
        return new JobOutcome(end, worst.isPresent() ? worst.get().exitCode() : Integer.valueOf(0),
                worst.map(JobOutcome::signal).orElse(null), worst.map(JobOutcome::schedulerState).orElse(null), detail,
                times(all, JobOutcome::startedAt).min(Instant::compareTo).orElse(null),
                times(all, JobOutcome::endedAt).max(Instant::compareTo).orElse(null),
                all.stream().flatMap(o -> o.nodes().stream()).distinct().toList(), counts,
                all.stream().flatMap(o -> o.evidence().stream()).distinct().limit(MOST_EVIDENCE).toList());
    }

    private static Stream<Instant> times(Collection<JobOutcome> all, Function<JobOutcome, Instant> time) {
        return all.stream().map(time).filter(Objects::nonNull);
    }
}
