package org.diamondhpc.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.cli.client.Deadline;
import org.diamondhpc.cli.client.DiamondClient;
import org.diamondhpc.cli.client.Site;
import org.diamondhpc.cli.shell.SetupException;
import org.diamondhpc.schemas.id.SiteId;

/**
 * The sites the demo can play on.
 *
 * @param up those that can be used now, at least two
 */
record Ground(List<Site> all, List<Site> up) {
    private static final Duration LOOKING = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(500);
    /** Every site is looked at more often than this. */
    private static final Duration FRESH = Duration.ofMinutes(2);
    /** Where one site has just come up, others of the same start may follow. */
    private static final Duration SETTLED = Duration.ofSeconds(8);

    /**
     * Waits a little where sites are just being looked at for the first time, or again after a start.
     *
     * @throws SetupException where fewer than two sites are up
     */
    static Ground find(DiamondClient client, Clock clock) {
        Deadline deadline = Deadline.in(LOOKING);
        while (true) {
            Instant now = clock.instant();
            List<Site> all = client.sites().list();
            List<Site> up = all.stream().filter(s -> s.up() && !before(s.time("/seenAt"), now.minus(FRESH))).toList();
            if (up.size() >= 2 && (settled(all, up, now) || deadline.over())) {
                return new Ground(all, up);
            }
            if (deadline.over()) {
                throw new SetupException("the demo needs two sites that are up, there are " + up.size(),
                        "`./diamond up` starts some; `./diamond sites` says what is wrong");
            }
            pause();
        }
    }

    private static boolean settled(List<Site> all, List<Site> up, Instant now) {
        return up.stream().allMatch(s -> before(s.time("/health/since"), now.minus(SETTLED)))
                && all.stream().noneMatch(s -> "UNKNOWN".equals(s.health()) || s.up() && !up.contains(s));
    }

    private static boolean before(Instant moment, Instant other) {
        return moment == null || moment.isBefore(other);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SetupException("interrupted", "run it again");
        }
    }

    List<SiteId> withGpus() {
        return up.stream().filter(s -> s.partitions().stream().anyMatch(p -> p.number("/gpus") > 0)).map(Site::id)
                .toList();
    }

    /** Where both steps are to run: sites with a Globus collection where there are two, so that Globus moves the data. */
    List<SiteId> stage() {
        List<SiteId> shown = up.stream().filter(s -> !s.list("/collections", JsonNode::asText).isEmpty()).map(Site::id).toList();
        return shown.size() >= 2 ? shown : up.stream().map(Site::id).toList();
    }

    /** Sites that play no part in the computation. */
    List<SiteId> aside() {
        List<SiteId> stage = stage();
        return up.stream().map(Site::id).filter(s -> !stage.contains(s)).toList();
    }

    private List<SiteId> gpusOnStage() {
        List<SiteId> stage = stage();
        return withGpus().stream().filter(stage::contains).toList();
    }

    /** What the first step must leave to the second: the only site with GPUs. */
    List<SiteId> kept() {
        return gpusOnStage().size() == 1 ? gpusOnStage() : List.of();
    }

    /** Whether the second step can have a GPU when the first has gone to this site. */
    boolean gpuBeside(SiteId taken) {
        return gpusOnStage().stream().anyMatch(s -> !s.equals(taken));
    }
}
