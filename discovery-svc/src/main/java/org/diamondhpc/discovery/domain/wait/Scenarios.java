package org.diamondhpc.discovery.domain.wait;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.diamondhpc.discovery.domain.wait.EasyBackfill.Waiting;
import org.diamondhpc.discovery.domain.wait.Lane.Queued;
import org.diamondhpc.schemas.site.QueuedJob;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * Plays the queue forward many times, each time with other run times, drawn from what jobs like these really used of their
 * limits; a running job has used as much already as it has. The same look gives the same answer.
 */
final class Scenarios {
    private static final int MOST = 48;
    private static final int FEWEST = 4;
    /** Looks at jobs in all scenarios together for one answer: some milliseconds, however long the queue. */
    private static final long BUDGET = 3_000_000;
    /** A job beyond its limit is about to be ended; schedulers give a grace of this order, seconds. */
    private static final long OVERDUE = 30;

    private final SiteSnapshot snapshot;
    private final Habits habits;
    private final Limits limits;
    private final List<QueuedJob> running;
    private final Map<String, List<Integer>> on;
    private final long seed;

    Scenarios(SiteSnapshot snapshot, Habits habits, Limits limits) {
        this.snapshot = snapshot;
        this.habits = habits;
        this.limits = limits;
        this.running = snapshot.queue().stream().filter(QueuedJob::running).toList();
        this.on = Slots.jobsByNode(running);
        this.seed = snapshot.site().value().hashCode() * 31L
                + (snapshot.seenAt() == null ? 0 : snapshot.seenAt().getEpochSecond());
    }

    Slots slots(Ask ask) {
        return Slots.of(ask, snapshot, on);
    }

    /**
     * The starts of a job in this queue, ascending, in seconds from the look; empty where it never starts.
     *
     * @param ahead in the scheduler's order, as are those {@code behind}
     */
    long[] starts(Ask ask, Slots slots, List<Waiting> ahead, List<Waiting> behind, long eligible) {
        if (slots.all() < ask.nodes()) {
            return new long[0];
        }
        List<Waiting> rivals = new ArrayList<>(ahead);
        rivals.addAll(behind);
        rivals.removeIf(w -> !slots.contested(w.ask().partition()));
        int place = (int) ahead.stream().filter(w -> slots.contested(w.ask().partition())).count();
        int scenarios = habits == Habits.NONE ? 1
                : Math.clamp(BUDGET / ((rivals.size() + slots.taken() + 1L) * (rivals.size() + 1L)), FEWEST, MOST);
        long[] starts = new long[scenarios];
        for (int i = 0; i < scenarios; i++) {
            starts[i] = start(ask, slots, rivals, place, eligible, new SplittableRandom(seed * 1009 + i));
        }
        Arrays.sort(starts);
        return starts[scenarios - 1] == Lane.NEVER ? new long[0] : starts;
    }

    private long start(Ask ask, Slots slots, List<Waiting> rivals, int place, long eligible, SplittableRandom random) {
        long[] ends = new long[running.size()];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = end(running.get(i), random);
        }
        Lane lane = new Lane(slots.free(), entries(slots) + rivals.size() + 1);
        for (Slots.Share share : slots.shares()) {
            release(lane, share, ends, ask.each().whole());
        }
        Queued[] queue = new Queued[rivals.size() + 1];
        Queued own = new Queued(ask.nodes(), ask.seconds(), ask.seconds(), eligible);
        queue[place] = own;
        for (int i = 0; i < rivals.size(); i++) {
            Waiting rival = rivals.get(i);
            long limit = rival.ask().seconds();
            queue[i < place ? i : i + 1] = new Queued(slots.width(rival.ask()), limit,
                    drawn(rival.job(), limit, 0, random), rival.eligibleAt());
        }
        return lane.startOf(own, queue);
    }

    private static int entries(Slots slots) {
        int entries = 0;
        for (Slots.Share share : slots.shares()) {
            entries += Math.max(1, share.jobs().size());
        }
        return entries;
    }

    private void release(Lane lane, Slots.Share share, long[] ends, boolean together) {
        if (share.jobs().isEmpty()) {
            // taken by jobs that are hidden from this account: nothing tells when they end
            long end = limits.longest(snapshot.partitions().stream().map(p -> p.name()).toList());
            lane.taken(share.slots(), end, end);
            return;
        }
        List<Integer> byEnd = new ArrayList<>(share.jobs());
        byEnd.sort((a, b) -> Long.compare(ends[a], ends[b]));
        int left = share.slots();
        long limit = 0;
        for (int i = 0; i < byEnd.size(); i++) {
            QueuedJob job = running.get(byEnd.get(i));
            limit = Math.max(limit, Math.max(OVERDUE, limits.seconds(job) - elapsed(job)));
            int back = i == byEnd.size() - 1 ? left : together ? 0 : share.slots() / byEnd.size();
            if (back > 0) {
                lane.taken(back, ends[byEnd.get(i)], limit);
            }
            left -= back;
        }
    }

    private long end(QueuedJob job, SplittableRandom random) {
        long elapsed = elapsed(job);
        long limit = limits.seconds(job);
        return limit <= elapsed ? OVERDUE : Math.max(1, drawn(job, limit, elapsed, random) - elapsed);
    }

    /** A run time of more than {@code elapsed}. */
    private long drawn(QueuedJob job, long limit, long elapsed, SplittableRandom random) {
        double used = (double) elapsed / limit;
        for (int level = 0; job != null; level++) {
            double[] shares = habits.shares(job, limit, level);
            if (shares == null) {
                break;
            }
            int longer = 0;
            for (double share : shares) {
                longer += share > used ? 1 : 0;
            }
            if (longer > 0) {
                return Math.max(1, Math.round(limit * nth(shares, used, random.nextInt(longer))));
            }
        }
        return elapsed == 0 ? limit : Math.round(elapsed + random.nextDouble() * (limit - elapsed));
    }

    private static double nth(double[] shares, double used, int n) {
        int left = n;
        for (double share : shares) {
            if (share > used && left-- == 0) {
                return share;
            }
        }
        throw new IllegalStateException("counted %d shares too many".formatted(left));
    }

    private static long elapsed(QueuedJob job) {
        return job.elapsed() == null ? 0 : job.elapsed().toSeconds();
    }

    /** Seconds of work that run and wait, were all cores to work on them; limits are all that is known. */
    long work(Slots slots, List<Waiting> queue) {
        double coreSeconds = 0;
        for (Waiting waiting : queue) {
            if (slots.contested(waiting.ask().partition())) {
                coreSeconds += (double) slots.width(waiting.ask()) / Math.max(1, slots.all()) * waiting.ask().seconds();
            }
        }
        for (Slots.Share share : slots.shares()) {
            long left = share.jobs().stream().map(running::get)
                    .mapToLong(j -> Math.max(0, limits.seconds(j) - elapsed(j))).max().orElse(Duration.ofDays(1).toSeconds());
            coreSeconds += (double) share.slots() / Math.max(1, slots.all()) * left;
        }
        return Math.round(coreSeconds);
    }
}
