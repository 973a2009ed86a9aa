package org.diamondhpc.site.scheduler.family;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.job.ArrayEnd;
import org.diamondhpc.site.scheduler.job.AttemptFiles.Exit;
import org.diamondhpc.site.scheduler.job.AttemptFiles.Started;

/** An array is over when all its elements are; it runs when any has begun. Pure. */
final class ArrayJudge {
    private ArrayJudge() {
    }

    static Observation observe(Sighting s) {
        Map<Integer, JobOutcome> ended = new TreeMap<>();
        List<Sight> alive = new ArrayList<>();
        List<Integer> missing = new ArrayList<>();
        for (int element : s.job().elements()) {
            Optional<Sight> row = s.row(element);
            Optional<Exit> exit = s.files().exit(s.job().jobId(), element).filter(Exit::decisive);
            if (exit.isPresent()) {
                ended.put(element, Judge.clean(exit, s.files().started(s.job().jobId(), element), row));
            } else if (row.filter(r -> !r.ended()).isPresent()) {
                alive.add(row.get());
            } else {
                Optional<JobOutcome> over = s.queue().ok() ? Judge.over(s, element) : Optional.empty();
                over.ifPresentOrElse(o -> ended.put(element, o), () -> missing.add(element));
            }
        }
        if (alive.isEmpty() && missing.isEmpty()) {
            return new Observation.Ended(ArrayEnd.together(ended), null);
        }
        if (!s.queue().ok()) {
            return new Observation.Unobserved("the queue could not be read: " + s.queue().detail());
        }
        return alive.isEmpty() ? Judge.missing(s, missing) : going(s, alive, ended);
    }

    private static Observation going(Sighting s, List<Sight> alive, Map<Integer, JobOutcome> ended) {
        List<Sight> running = alive.stream().filter(r -> r.phase() == Sight.Phase.RUNNING).toList();
        if (running.isEmpty() && ended.isEmpty() && s.files().starts().isEmpty()) {
            return Judge.alive(s, alive.getFirst(), Optional.empty());
        }
        Instant start = s.files().starts().values().stream().map(Started::at).min(Instant::compareTo)
                .or(() -> running.stream().map(r -> r.times().start()).filter(Objects::nonNull)
                        .min(Instant::compareTo)).orElse(null);
        return new Observation.Running(start, running.stream().flatMap(r -> r.nodes().stream()).distinct().toList());
    }
}
