package org.diamondhpc.site.scheduler.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.diamondhpc.schemas.Absent;

/**
 * What jobs left in their attempt's directory.
 *
 * @param exists whether the directory could be seen
 * @param starts by element; {@link #WHOLE} for a job that is not an array
 * @param claims owners of claims whose start was not written (yet)
 * @param recorded the id in the job id's file
 * @param duplicates ids of fenced-off second jobs
 * @param removed left by a cancellation where the scheduler confirmed that it took the job out before it began; only
 *     schedulers that keep no record of such jobs need it
 */
public record AttemptFiles(boolean exists, Map<Integer, Started> starts, Map<Integer, Exit> exits,
        Map<Integer, String> claims, Optional<String> recorded, List<String> duplicates,
        Optional<Removed> removed) {
    /** Stands for the whole job where it is not an array. */
    public static final int WHOLE = -1;
    /** The claim's content where an attempt was claimed for nobody. */
    public static final String NOBODY = "cancelled";
    public static final AttemptFiles UNSEEN = new AttemptFiles(false, null, null, null, Optional.empty(), null,
            Optional.empty());

    public AttemptFiles {
        starts = Absent.map(starts);
        exits = Absent.map(exits);
        claims = Absent.map(claims);
        duplicates = Absent.list(duplicates);
    }

    /**
     * @param job the job's id, with its element for arrays
     * @param nodes single names
     */
    public record Started(String job, Instant at, List<String> nodes, int restarts) {
        public Started {
            nodes = List.copyOf(nodes);
        }
    }

    /** @param how {@code clean}, {@code term} (it was told to end), {@code oom}, {@code noclaim}… */
    public record Exit(String job, int code, Instant at, String how) {
        /** Whether the work ended by itself, so that no word of the scheduler's is needed. */
        public boolean decisive() {
            return how.equals("clean") && code != 137 && code != 143;
        }
    }

    /** @param job the job's id, without element */
    public record Removed(String job, Instant at) {
    }

    /** The job that owns the attempt's work, without element; empty where none has claimed it. */
    public Optional<String> owner() {
        return Stream.concat(starts.values().stream().map(Started::job), claims.values().stream())
                .map(AttemptFiles::base).findFirst();
    }

    /** Whether the attempt was claimed for nobody; an array's elements are claimed each for itself. */
    public boolean fencedOff() {
        return NOBODY.equals(claims.get(WHOLE));
    }

    /** The end of an element's work, where it is that job's own. */
    public Optional<Exit> exit(String jobId, int element) {
        return Optional.ofNullable(exits.get(element)).filter(e -> base(e.job()).equals(jobId));
    }

    public Optional<Started> started(String jobId, int element) {
        return Optional.ofNullable(starts.get(element)).filter(s -> base(s.job()).equals(jobId));
    }

    /** A job's id without its element. */
    public static String base(String jobId) {
        int underscore = jobId.indexOf('_');
        return underscore < 0 ? jobId : jobId.substring(0, underscore);
    }

    /** Collects the lines of one directory; a line that does not parse (torn, forged) counts as not there. */
    static final class Collector {
        private final boolean exists;
        private final Map<Integer, Started> starts = new HashMap<>();
        private final Map<Integer, Exit> exits = new HashMap<>();
        private final Map<Integer, String> claims = new HashMap<>();
        private final List<String> duplicates = new ArrayList<>();
        private String recorded;
        private Removed removed;

        Collector(boolean exists) {
            this.exists = exists;
        }

        void add(String kind, int element, String content) {
            switch (kind) {
                case "s" -> AttemptLines.started(content).ifPresent(s -> starts.put(element, s));
                case "e" -> AttemptLines.exit(content).ifPresent(e -> exits.put(element, e));
                case "c" -> AttemptLines.id(content).ifPresent(c -> claims.put(element, c));
                case "r" -> removed = AttemptLines.removed(content).orElse(removed);
                case "j" -> recorded = AttemptLines.id(content).orElse(recorded);
                default -> AttemptLines.id(content).ifPresent(duplicates::add);
            }
        }

        AttemptFiles files() {
            return new AttemptFiles(exists, starts, exits, claims, Optional.ofNullable(recorded), duplicates,
                    Optional.ofNullable(removed));
        }
    }
}
