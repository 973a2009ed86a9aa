package org.diamondhpc.discovery.domain.wait;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.diamondhpc.schemas.site.QueuedJob;

/**
 * Plays a queue forward by EASY backfilling (Lifka 1995): jobs start in order; the first that does not fit gets a
 * reservation at the earliest time it can start, and later ones may start at once where that does not delay it.
 * Each partition has its own head, as in Slurm.
 */
final class EasyBackfill {
    /** How far behind the head is looked; Slurm's {@code bf_max_job_test} is 500. */
    private static final int DEPTH = 500;
    /** After so many passes the rest is given the earliest gaps: a long queue is not worth an exact answer. */
    private static final int PASSES = 2000;

    private final List<Waiting> queue;
    private final TreeSet<Long> times = new TreeSet<>();
    private final List<Start> starts = new ArrayList<>();
    private Outlook outlook;

    private EasyBackfill(Outlook outlook, List<Waiting> queue) {
        this.outlook = outlook;
        this.queue = new ArrayList<>(queue);
        times.add(0L);
        outlook.cells().forEach(cell -> {
            for (long step : cell.free().steps()) {
                times.add(step);
            }
        });
        queue.forEach(job -> times.add(job.eligibleAt()));
    }

    /**
     * @param queue in the order in which the scheduler looks at it
     */
    static Played play(Outlook outlook, List<Waiting> queue) {
        return new EasyBackfill(outlook, queue).play();
    }

    private Played play() {
        for (int pass = 0; pass < PASSES && !queue.isEmpty() && !times.isEmpty(); pass++) {
            pass(times.pollFirst());
        }
        for (Waiting job : queue) {
            outlook.earliest(job.ask(), job.eligibleAt()).ifPresent(start -> start(job, start));
        }
        return new Played(outlook.merged(), List.copyOf(starts));
    }

    private void pass(long now) {
        Set<String> blocked = new HashSet<>();
        int tried = 0;
        for (Iterator<Waiting> jobs = queue.iterator(); jobs.hasNext() && tried++ < DEPTH;) {
            Waiting job = jobs.next();
            if (job.eligibleAt() > now) {
                continue;
            }
            if (outlook.startsAt(job.ask(), now)) {
                start(job, now);
                jobs.remove();
            } else if (blocked.add(String.valueOf(job.ask().partition()))) {
                OptionalLong turn = outlook.earliest(job.ask(), now);
                if (turn.isEmpty()) {
                    // fits nowhere as things are: schedulers pass over it, too
                    blocked.remove(String.valueOf(job.ask().partition()));
                    jobs.remove();
                } else {
                    outlook = outlook.guarding(job.ask(), turn.getAsLong(), now);
                }
            }
        }
        outlook = blocked.isEmpty() ? outlook : outlook.unguarded();
    }

    private void start(Waiting job, long now) {
        outlook = outlook.with(job.ask(), now);
        starts.add(new Start(job, now));
        times.add(now + job.ask().seconds());
    }

    /**
     * A job that waits.
     *
     * @param eligibleAt the earliest time it may start
     * @param own whether it is one of Diamond's
     * @param job as the queue shows it; absent for one that is not in the queue yet
     */
    record Waiting(String id, Ask ask, long eligibleAt, boolean own, QueuedJob job) {
        Waiting(String id, Ask ask, long eligibleAt, boolean own) {
            this(id, ask, eligibleAt, own, null);
        }
    }

    record Start(Waiting job, long at) {
    }

    /** How it went: the nodes' future and when each job starts; those that can never start are missing. */
    record Played(Outlook outlook, List<Start> starts) {
    }
}
