package org.diamondhpc.discovery.domain.placing;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.discovery.domain.verdict.SiteView;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** When a login's own running jobs leave room for another, where it may run only so many at a time. */
final class OwnTurn {
    private OwnTurn() {
    }

    /** Seconds from now, 0 where there is room or no limit. */
    static long seconds(SiteView site, AccountLimits login, Integer maxRunning, Instant now) {
        int before = login.running() + login.pending() + site.given().getOrDefault(login.user(), 0);
        if (maxRunning == null || before < maxRunning) {
            return 0;
        }
        SiteSnapshot snapshot = site.snapshot();
        long age = Duration.between(snapshot.seenAt(), now).toSeconds();
        List<Long> ends = snapshot.queue().stream().filter(j -> j.own() && j.running())
                .map(j -> Math.max(0, left(j) - age)).sorted().toList();
        // the longer queue of own jobs behind the running ones is taken to pass at the same pace
        return ends.isEmpty() ? 0 : ends.get(Math.min(ends.size() - 1, before - maxRunning));
    }

    private static long left(QueuedJob job) {
        long elapsed = job.elapsed() == null ? 0 : job.elapsed().toSeconds();
        return job.limit() == null ? elapsed : job.limit().toSeconds() - elapsed;
    }
}
