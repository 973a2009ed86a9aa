package org.diamondhpc.bench.simulator;

import java.util.Arrays;

/** Processors free from now on, as steps; the last one lasts for ever. */
final class Profile {
    private long[] at = new long[64];
    private int[] free = new int[64];
    private int steps;

    Profile(long now, int processors) {
        at[0] = now;
        free[0] = processors;
        steps = 1;
    }

    /** The first time from {@code notBefore} on at which {@code width} are free for so long. */
    long earliest(int width, long seconds, long notBefore) {
        int from = stepAt(notBefore);
        long start = Math.max(notBefore, at[from]);
        for (int i = from; i < steps; i++) {
            if (at[i] >= start + seconds && at[i] > start) {
                return start;
            }
            if (free[i] < width) {
                start = i + 1 < steps ? at[i + 1] : Scheduler.NEVER;
            }
        }
        return start;
    }

    /** Adds {@code width} (takes them where negative) in [from, to). */
    void add(long from, long to, int width) {
        if (from < to) {
            int first = split(from);
            int last = split(to);
            for (int i = first; i < last; i++) {
                free[i] += width;
            }
        }
    }

    private int split(long time) {
        int step = stepAt(time);
        if (at[step] == time) {
            return step;
        }
        if (steps == at.length) {
            at = Arrays.copyOf(at, 2 * steps);
            free = Arrays.copyOf(free, 2 * steps);
        }
        System.arraycopy(at, step + 1, at, step + 2, steps - step - 1);
        System.arraycopy(free, step + 1, free, step + 2, steps - step - 1);
        at[step + 1] = time;
        free[step + 1] = free[step];
        steps++;
        return step + 1;
    }

    private int stepAt(long time) {
        int found = Arrays.binarySearch(at, 0, steps, time);
        return found >= 0 ? found : Math.max(0, -found - 2);
    }
}
