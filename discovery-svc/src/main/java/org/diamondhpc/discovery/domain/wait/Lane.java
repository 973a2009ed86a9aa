package org.diamondhpc.discovery.domain.wait;

import java.util.Arrays;

/**
 * One way the queue may go on, as one new job meets it: slots that could each hold a part of it, jobs that end when chance
 * has them end, a scheduler that knows only their limits and fills gaps by EASY backfilling (Lifka 1995). Times are seconds
 * from the look.
 */
final class Lane {
    static final long NEVER = Long.MAX_VALUE;
    private static final int INDEX_BITS = 20;

    private final int[] width;
    private final long[] limitEnd;
    private final long[] ends;
    private final int[] byLimit;
    private int free;
    private int running;
    private int entries;
    private int heap;

    /** @param most entries ever: running ones and waiting ones */
    Lane(int free, int most) {
        this.free = free;
        width = new int[most];
        limitEnd = new long[most];
        ends = new long[most + 1];
        byLimit = new int[most];
    }

    /** Slots that are taken until {@code end}, for all the scheduler knows until {@code limit}. */
    void taken(int slots, long end, long limit) {
        width[entries] = slots;
        limitEnd[entries] = limit;
        int at = running;
        while (at > 0 && limitEnd[byLimit[at - 1]] > limit) {
            byLimit[at] = byLimit[--at];
        }
        byLimit[at] = entries;
        running++;
        push(end << INDEX_BITS | entries);
        entries++;
    }

    /** When one of the queue starts. */
    long startOf(Queued job, Queued[] queue) {
        int waiting = queue.length;
        Queued[] left = queue.clone();
        long now = 0;
        while (true) {
            waiting = pass(left, waiting, now);
            if (!waits(job, left, waiting)) {
                return now;
            }
            long next = heap > 0 ? ends[1] >>> INDEX_BITS : NEVER;
            for (int i = 0; i < waiting; i++) {
                next = left[i].eligible() > now ? Math.min(next, left[i].eligible()) : next;
            }
            if (next == NEVER) {
                return NEVER;
            }
            now = next;
            while (heap > 0 && ends[1] >>> INDEX_BITS <= now) {
                free((int) (pop() & (1 << INDEX_BITS) - 1));
            }
        }
    }

    private static boolean waits(Queued job, Queued[] left, int waiting) {
        for (int i = 0; i < waiting; i++) {
            if (left[i] == job) {
                return true;
            }
        }
        return false;
    }

    private int pass(Queued[] left, int waiting, long now) {
        int kept = 0;
        Head head = null;
        for (int i = 0; i < waiting; i++) {
            if (free == 0 && head != null) {
                System.arraycopy(left, i, left, kept, waiting - i);
                return kept + waiting - i;
            }
            Queued job = left[i];
            boolean due = job.eligible() <= now;
            if (due && job.width() <= free && (head == null || head.admits(job, now))) {
                free -= job.width();
                taken(job.width(), now + job.run(), now + job.limit());
            } else {
                left[kept++] = job;
                head = due && head == null ? head(job, now) : head;
            }
        }
        return kept;
    }

    /** When the first job to wait can start, going by limits; null where it is wider than all there is: that is passed over. */
    private Head head(Queued job, long now) {
        int spare = free - job.width();
        long start = now;
        for (int r = 0; r < running && (spare < 0 || limitEnd[byLimit[r]] <= start); r++) {
            spare += width[byLimit[r]];
            start = Math.max(now, limitEnd[byLimit[r]]);
        }
        return spare < 0 ? null : new Head(start, spare);
    }

    private void free(int entry) {
        free += width[entry];
        int at = 0;
        while (byLimit[at] != entry) {
            at++;
        }
        System.arraycopy(byLimit, at + 1, byLimit, at, running - at - 1);
        running--;
    }

    private void push(long value) {
        int at = ++heap;
        while (at > 1 && ends[at / 2] > value) {
            ends[at] = ends[at / 2];
            at /= 2;
        }
        ends[at] = value;
    }

    private long pop() {
        long least = ends[1];
        long value = ends[heap--];
        int at = 1;
        while (2 * at <= heap) {
            int child = 2 * at < heap && ends[2 * at + 1] < ends[2 * at] ? 2 * at + 1 : 2 * at;
            if (ends[child] >= value) {
                break;
            }
            ends[at] = ends[child];
            at = child;
        }
        ends[at] = value;
        return least;
    }

    @Override
    public String toString() {
        return "free %d, taken until %s".formatted(free, Arrays.toString(Arrays.copyOf(byLimit, running)));
    }

    /** A job that waits. @param run how long chance lets it run */
    record Queued(int width, long limit, long run, long eligible) {
    }

    /** The start of the first job to wait, and what it leaves for those that run on beyond it. */
    private static final class Head {
        private final long start;
        private int spare;

        Head(long start, int spare) {
            this.start = start;
            this.spare = spare;
        }

        /** Whether the job may start now without delaying it. */
        boolean admits(Queued job, long now) {
            if (now + job.limit() <= start) {
                return true;
            }
            boolean beside = job.width() <= spare;
            spare -= beside ? job.width() : 0;
            return beside;
        }
    }
}
