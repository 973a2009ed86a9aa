package org.diamondhpc.discovery.domain.placing;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.diamondhpc.discovery.domain.verdict.Words;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Prediction;

/**
 * A task that waits in a queue is to be moved to where its own policy would place it now.
 *
 * @param completion time until it would be done where it waits
 * @param gain how much sooner it would be done there
 * @param why in words
 */
public record Reconsideration(Placement to, Duration completion, Duration gain, String why) {
    /**
     * When a task may be moved.
     *
     * @param everybody whether also tasks that do not say so
     * @param patience not before its job has waited so long
     * @param most so many times at most
     * @param rest not sooner than this after a try that came to nothing
     */
    public record Terms(boolean everybody, Duration patience, Improvement.Worth worth, int most, Duration rest) {
        /** Whether tasks like it are moved at all. An array is not: some of its elements may run while others wait. */
        public boolean concern(TaskSpec spec) {
            Boolean asked = spec.placement().reconsider();
            return spec.array() == null && (asked == null ? everybody : asked);
        }

        /** Whether it is time to look for another place. */
        public boolean due(Standing standing, Instant now) {
            return !standing.moving() && standing.moves() < most && standing.waited().compareTo(patience) >= 0
                    && (standing.triedAt() == null || !now.isBefore(standing.triedAt().plus(rest)));
        }
    }

    /**
     * How far it is with the task.
     *
     * @param waited how long its job has waited
     * @param moves how often the task was moved
     * @param moving whether it is being moved now
     * @param triedAt when that was tried last for this attempt; null: never
     */
    public record Standing(Duration waited, int moves, boolean moving, Instant triedAt) {
    }

    /**
     * Empty where it stays. A move gives up a place in a queue, so it must pay even if the wait there turns out as long as its
     * upper bound; where no end can be foreseen at either place there is nothing to compare.
     */
    public static Optional<Reconsideration> of(Improvement.Present here, Duration waited, Placement to, Terms terms) {
        Duration completion = here.completion();
        if (completion == null || to.prediction() == null || here(here.site(), here.partition(), to)) {
            return Optional.empty();
        }
        Prediction there = to.prediction();
        Duration gain = completion.minus(there.completion());
        Duration atWorst = there.staging().plus(there.waitHigh()).plus(there.running());
        boolean pays = terms.worth().of(gain, completion) && atWorst.compareTo(completion) < 0;
        return pays ? Optional.of(new Reconsideration(to, completion, gain, why(here, waited, completion, to, gain)))
                : Optional.empty();
    }

    private static boolean here(SiteId site, String partition, Placement to) {
        return to.site().equals(site) && Objects.equals(to.partition(), partition);
    }

    private static String why(Improvement.Present here, Duration waited, Duration completion, Placement to, Duration gain) {
        return "its job has waited %s at %s, where it would be done in %s; at %s in %s, %s sooner".formatted(Words.of(waited),
                place(here.site(), here.partition()), Words.of(completion), place(to.site(), to.partition()),
                Words.of(to.prediction().completion()), Words.of(gain));
    }

    private static String place(SiteId site, String partition) {
        return partition == null ? site.value() : site + ":" + partition;
    }
}
