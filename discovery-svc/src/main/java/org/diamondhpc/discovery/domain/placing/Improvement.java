package org.diamondhpc.discovery.domain.placing;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.Candidate;

/**
 * A place where a task that waits in a queue would be done well sooner.
 *
 * @param completion time until it would be done where it waits; null: cannot be foreseen
 * @param gain how much sooner it would be done there; null where {@code completion} is
 */
public record Improvement(Candidate better, Duration completion, Duration gain) {
    /**
     * Where a task waits.
     *
     * @param start until its job starts there; null: cannot be foreseen
     * @param running how long it then runs
     */
    public record Present(SiteId site, String partition, Duration start, Duration running) {
        Duration completion() {
            return start == null ? null : start.plus(running);
        }
    }

    /**
     * What was told of the task before.
     *
     * @param gain the gain told last; null: none was
     * @param at when; null: never
     */
    public record Told(Duration gain, Instant at) {
    }

    /**
     * What gain counts at all.
     *
     * @param least the least gain
     * @param share and this part of what is left at the present place
     */
    public record Worth(Duration least, double share) {
        boolean of(Duration gain, Duration completion) {
            return gain.compareTo(least) >= 0 && gain.toMillis() >= completion.toMillis() * share;
        }
    }

    /**
     * What is worth telling.
     *
     * @param least the least gain
     * @param share and this part of what is left at the present place
     * @param step so many times the gain told before
     * @param rest never sooner than this after it was told
     */
    public record Margin(Duration least, double share, double step, Duration rest) {
        private boolean worth(Duration gain, Duration completion) {
            return new Worth(least, share).of(gain, completion);
        }

        private boolean again(Told told, Duration gain, Instant now) {
            if (told.at() == null) {
                return true;
            }
            return !now.isBefore(told.at().plus(rest)) && gain != null
                    && (told.gain() == null || gain.toMillis() >= told.gain().toMillis() * step);
        }
    }

    /** @param candidates all places, those that could take it with what is foreseen there */
    public static Optional<Improvement> of(Present present, List<Candidate> candidates, Margin margin, Told told,
            Instant now) {
        Duration completion = present.completion();
        return candidates.stream().filter(c -> c.prediction() != null && !here(present, c))
                .min(Comparator.comparing(c -> c.prediction().completion()))
                .map(c -> new Improvement(c, completion,
                        completion == null ? null : completion.minus(c.prediction().completion())))
                .filter(i -> i.gain() == null || margin.worth(i.gain(), completion))
                .filter(i -> margin.again(told, i.gain(), now));
    }

    private static boolean here(Present present, Candidate candidate) {
        return candidate.site().equals(present.site()) && Objects.equals(candidate.partition(), present.partition());
    }
}
