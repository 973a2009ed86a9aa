package org.diamondhpc.site.scheduler.family;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.diamondhpc.site.scheduler.Tick.Part;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.scheduler.job.AttemptFiles;

/**
 * Everything one look brought of one attempt.
 *
 * @param rows of the queue that belong to this attempt, whatever their job id
 * @param accounts accounting's rows of the recorded id
 * @param words of waiting reasons
 */
record Sighting(WatchedJob job, Instant now, Part queue, List<Sight> rows, Part accounting, List<Sight> accounts,
        AttemptFiles files, Family words) {

    List<Sight> recorded() {
        return rows.stream().filter(r -> r.base().equals(job.jobId())).toList();
    }

    /** Second jobs of the attempt that are not over. */
    Stream<Sight> others() {
        return rows.stream().filter(r -> !r.base().equals(job.jobId()) && !r.ended());
    }

    Optional<Sight> row(int element) {
        return latest(recorded().stream().filter(r -> is(r, element)).toList());
    }

    Optional<Sight> account(int element) {
        return latest(accounts.stream().filter(a -> a.ended() && is(a, element)).toList());
    }

    private static boolean is(Sight row, int element) {
        return element == AttemptFiles.WHOLE ? row.elements().isEmpty() : row.standsFor(element);
    }

    /** One that lives before one that is over, then the one that was submitted or started last. */
    private static Optional<Sight> latest(List<Sight> rows) {
        return rows.stream().max(Comparator.comparing((Sight r) -> !r.ended()).thenComparing(Sighting::time));
    }

    private static Instant time(Sight row) {
        return Stream.of(Optional.ofNullable(row.times().start()), Optional.ofNullable(row.times().submit()))
                .flatMap(Optional::stream).findFirst().orElse(Instant.MIN);
    }
}
