package org.diamondhpc.discovery.domain.wait;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.diamondhpc.schemas.site.QueuedJob;

/**
 * Learned habits of one site. Run times: shares of the limit, by circles from jobs of the same person with the same limit (which
 * mostly is the same program) to all jobs of the partition. The latest count, since people's habits change
 * (Tsafrir, Etsion and Feitelson 2007). Safe for several threads.
 */
public final class HabitLog implements Habits {
    private static final int REMEMBERED = 30;
    private static final int WAITS = 200;
    private static final int[] ENOUGH = {2, 5, 10, 20};
    private static final double[] LIMIT = {1};

    private final Map<Circle, Latest> circles = new HashMap<>();
    private final Map<Entry, Latest> priorities = new HashMap<>();
    private final Map<String, Latest> waits = new HashMap<>();

    public synchronized void learn(Lesson lesson) {
        switch (lesson) {
            case Lesson.Ran ran -> ran(ran);
            case Lesson.Waited waited -> waits.computeIfAbsent(waited.partition(), p -> new Latest(WAITS)).add(waited.waited());
            case Lesson.Entered entered ->
                priorities.computeIfAbsent(new Entry(entered.partition(), entered.owner()), e -> new Latest(REMEMBERED))
                        .add(entered.priority());
        }
    }

    private void ran(Lesson.Ran ran) {
        double share = Math.clamp((double) ran.ran() / Math.max(1, ran.limit()), 0.0, 1.0);
        for (Circle circle : circles(ran.partition(), ran.owner(), ran.limit())) {
            if (circle != null) {
                circles.computeIfAbsent(circle, c -> new Latest(REMEMBERED)).add(share);
            }
        }
    }

    @Override
    public synchronized double[] waits(String partition) {
        Latest latest = waits.get(partition);
        return latest == null ? new double[0] : latest.values();
    }

    @Override
    public synchronized OptionalLong priority(String partition, String owner) {
        Latest latest = priorities.get(new Entry(partition, owner));
        if (latest == null) {
            return OptionalLong.empty();
        }
        double[] sorted = latest.values().clone();
        Arrays.sort(sorted);
        return OptionalLong.of(Math.round(sorted[sorted.length / 2]));
    }

    @Override
    public synchronized double[] shares(QueuedJob job, long limit, int level) {
        int skipped = 0;
        List<Circle> widening = Arrays.asList(circles(job.partition(), job.owner(), limit));
        for (int i = 0; i < widening.size(); i++) {
            Latest latest = widening.get(i) == null ? null : circles.get(widening.get(i));
            if (latest != null && latest.count >= ENOUGH[i] && skipped++ == level) {
                return latest.values();
            }
        }
        return skipped == 0 && level == 0 ? LIMIT : null;
    }

    private static Circle[] circles(String partition, String owner, long limit) {
        return new Circle[] {owner == null ? null : new Circle(partition, owner, limit),
            owner == null ? null : new Circle(partition, owner, -1), new Circle(partition, null, limit),
            new Circle(partition, null, -1)};
    }

    /** @param owner null: everybody's; @param limit −1: any */
    private record Circle(String partition, String owner, long limit) {
    }

    private record Entry(String partition, String owner) {
    }

    /** The latest few, oldest overwritten. */
    private static final class Latest {
        private final double[] ring;
        private int count;
        private double[] copy;

        Latest(int remembered) {
            ring = new double[remembered];
        }

        void add(double value) {
            ring[count++ % ring.length] = value;
            copy = null;
        }

        double[] values() {
            if (copy == null) {
                copy = Arrays.copyOf(ring, Math.min(count, ring.length));
            }
            return copy;
        }
    }
}
