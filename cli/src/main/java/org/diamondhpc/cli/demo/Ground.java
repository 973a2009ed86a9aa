package org.diamondhpc.cli.demo;

import java.time.Duration;
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

    /**
     * Waits a little for sites that are just being looked at for the first time.
     *
     * @throws SetupException where fewer than two sites are up
     */
    static Ground find(DiamondClient client) {
        Deadline deadline = Deadline.in(LOOKING);
        while (true) {
            List<Site> all = client.sites().list();
            List<Site> up = all.stream().filter(Site::up).toList();
            boolean unseen = all.size() < 2 || all.stream().anyMatch(s -> "UNKNOWN".equals(s.health()));
            if (up.size() >= 2 && !unseen || up.size() >= 2 && deadline.over()) {
                return new Ground(all, up);
            }
            if (deadline.over()) {
                throw new SetupException("the demo needs two sites that are up, there are " + up.size(),
                        "`./diamond up` starts some; `./diamond sites` says what is wrong");
            }
            pause();
        }
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

    boolean noSchedulers() {
        return up.stream().allMatch(s -> "fork".equals(s.scheduler()));
    }

    /** What the first step must leave to the second: the only site with GPUs. */
    List<SiteId> kept() {
        return withGpus().size() == 1 ? withGpus() : List.of();
    }

    /** Whether the second step can have a GPU when the first has gone to this site. */
    boolean gpuBeside(SiteId taken) {
        return withGpus().stream().anyMatch(s -> !s.equals(taken));
    }
}
