package org.diamondhpc.discovery.domain.wait;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.diamondhpc.discovery.domain.wait.EasyBackfill.Played;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * The played queue of one look, and what was given to the site since. A new job is taken to be the last of its
 * priority tier and gets the earliest gap that delays nobody: what Slurm's backfill does for the last job it tests.
 */
final class SimulatedForecast implements Forecast {
    private final SiteSnapshot snapshot;
    private final Limits limits;
    private final QueueReading queue;
    private final IntFunction<Played> played;
    private final Map<Integer, Outlook> given;
    private final int givenJobs;

    SimulatedForecast(SiteSnapshot snapshot, Limits limits, QueueReading queue, IntFunction<Played> played) {
        this(snapshot, limits, queue, played, Map.of(), 0);
    }

    private SimulatedForecast(SiteSnapshot snapshot, Limits limits, QueueReading queue, IntFunction<Played> played,
            Map<Integer, Outlook> given, int givenJobs) {
        this.snapshot = snapshot;
        this.limits = limits;
        this.queue = queue;
        this.played = played;
        this.given = given;
        this.givenJobs = givenJobs;
    }

    @Override
    public Start start(Ask ask, Instant now) {
        int tier = limits.tier(ask.partition());
        long age = age(now);
        Outlook outlook = outlook(tier);
        OptionalLong at = outlook.earliest(ask, age);
        Played base = played.apply(tier);
        long beyond = beyond(tier, outlook);
        int ahead = (int) base.starts().stream().filter(s -> s.at() > age).count();
        long seconds = at.isEmpty() ? 0 : at.getAsLong() - age + beyond;
        return new Start(at.isEmpty() ? null : seconds, seconds / 4, 10 + seconds + seconds / 2,
                outlook.copiesAt(ask, age), new Load(ahead, ahead, 0, 0, 0), "simulated over %d waiting jobs%s".formatted(base.starts().size(),
                        givenJobs == 0 ? "" : " and %d placed since the look".formatted(givenJobs)));
    }

    @Override
    public Forecast with(Ask ask, Instant now, int copies) {
        // whatever its tier, it occupies nodes, so every tier's outlook has it
        Map<Integer, Outlook> more = new HashMap<>();
        limits.tiers().forEach(tier -> more.put(tier, filled(outlook(tier), ask, now, copies)));
        return new SimulatedForecast(snapshot, limits, queue, played, Map.copyOf(more), givenJobs + copies);
    }

    private Outlook filled(Outlook outlook, Ask ask, Instant now, int copies) {
        Outlook filled = outlook;
        int left = copies;
        while (left > 0) {
            OptionalLong at = filled.earliest(ask, age(now));
            if (at.isEmpty()) {
                break;
            }
            int together = ask.nodes() == 1 ? Math.min(left, filled.copiesAt(ask, at.getAsLong())) : 1;
            filled = together > 1 ? filled.withCopies(ask, at.getAsLong(), together) : filled.with(ask, at.getAsLong());
            left -= together;
        }
        return copies > 1 ? filled.merged() : filled;
    }

    private Outlook outlook(int tier) {
        Outlook filled = given.get(tier);
        return filled == null ? played.apply(tier).outlook() : filled;
    }

    private long beyond(int tier, Outlook outlook) {
        long unplayed = queue.unplayed(tier);
        int nodes = outlook.cells().stream().mapToInt(c -> c.names().size()).sum();
        return unplayed == 0 || nodes == 0 ? 0 : unplayed / nodes;
    }

    private long age(Instant now) {
        return snapshot.seenAt() == null ? 0 : Math.max(0, Duration.between(snapshot.seenAt(), now).toSeconds());
    }
}
