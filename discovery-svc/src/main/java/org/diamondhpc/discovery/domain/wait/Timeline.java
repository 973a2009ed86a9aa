package org.diamondhpc.discovery.domain.wait;

import java.util.Arrays;
import java.util.TreeSet;

/** What is free on one node from now on: steps, the last of which lasts for ever. */
final class Timeline {
    static final long FOREVER = Long.MAX_VALUE / 4;

    private final long[] at;
    private final int[] cores;
    private final long[] memory;
    private final int[] gpus;

    private Timeline(long[] at, int[] cores, long[] memory, int[] gpus) {
        this.at = at;
        this.cores = cores;
        this.memory = memory;
        this.gpus = gpus;
    }

    static Timeline free(Slice all) {
        return new Timeline(new long[] {0}, new int[] {all.cores()}, new long[] {all.memoryMb()},
                new int[] {all.gpus()});
    }

    /** The same with {@code slice} taken in [from, to). */
    Timeline less(long from, long to, Slice slice) {
        TreeSet<Long> times = new TreeSet<>();
        for (long time : at) {
            times.add(time);
        }
        times.add(Math.max(0, from));
        if (to < FOREVER) {
            times.add(to);
        }
        Timeline made = sized(times.size());
        int i = 0;
        for (long time : times) {
            int step = stepAt(time);
            boolean within = time >= from && time < to;
            made.at[i] = time;
            made.cores[i] = cores[step] - (within ? slice.cores() : 0);
            made.memory[i] = memory[step] - (within ? slice.memoryMb() : 0);
            made.gpus[i] = gpus[step] - (within ? slice.gpus() : 0);
            i++;
        }
        return made.joined();
    }

    /** Whether the slice is free all through [from, to). */
    boolean fits(long from, long to, Slice slice) {
        for (int i = stepAt(from); i < at.length && at[i] < to; i++) {
            if (!holds(i, slice)) {
                return false;
            }
        }
        return true;
    }

    /** Tells every window of start times, both ends included, from which the slice is free for {@code seconds}. */
    void windows(Slice slice, long seconds, WindowListener listener) {
        long since = -1;
        for (int i = 0; i <= at.length; i++) {
            boolean holds = i < at.length && holds(i, slice);
            if (holds && since < 0) {
                since = at[i];
            }
            if (!holds && since >= 0) {
                long last = i == at.length ? FOREVER : at[i] - seconds;
                if (last >= since) {
                    listener.window(since, last);
                }
                since = -1;
            }
        }
    }

    /** How many slices are free side by side all through [from, to). */
    int copies(long from, long to, Slice slice) {
        int copies = Integer.MAX_VALUE;
        for (int i = stepAt(from); i < at.length && at[i] < to && copies > 0; i++) {
            copies = Math.min(copies, slice.cores() == 0 ? copies : cores[i] / slice.cores());
            copies = Math.min(copies, slice.gpus() == 0 ? copies : gpus[i] / slice.gpus());
            copies = (int) Math.min(copies, slice.memoryMb() == 0 ? copies : memory[i] / slice.memoryMb());
        }
        return Math.max(0, copies);
    }

    int coresAt(long time) {
        return cores[stepAt(time)];
    }

    /** Times at which more or less becomes free. */
    long[] steps() {
        return at.clone();
    }

    private boolean holds(int step, Slice slice) {
        return cores[step] >= slice.cores() && memory[step] >= slice.memoryMb() && gpus[step] >= slice.gpus();
    }

    private int stepAt(long time) {
        int found = Arrays.binarySearch(at, time);
        return found >= 0 ? found : Math.max(0, -found - 2);
    }

    private static Timeline sized(int steps) {
        return new Timeline(new long[steps], new int[steps], new long[steps], new int[steps]);
    }

    /** Neighbouring steps that are alike become one, so that equal futures are equal objects. */
    private Timeline joined() {
        int kept = 1;
        for (int i = 1; i < at.length; i++) {
            if (cores[i] != cores[kept - 1] || memory[i] != memory[kept - 1] || gpus[i] != gpus[kept - 1]) {
                at[kept] = at[i];
                cores[kept] = cores[i];
                memory[kept] = memory[i];
                gpus[kept] = gpus[i];
                kept++;
            }
        }
        return kept == at.length ? this : new Timeline(Arrays.copyOf(at, kept), Arrays.copyOf(cores, kept),
                Arrays.copyOf(memory, kept), Arrays.copyOf(gpus, kept));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Timeline t && Arrays.equals(at, t.at) && Arrays.equals(cores, t.cores)
                && Arrays.equals(memory, t.memory) && Arrays.equals(gpus, t.gpus);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(at) + Arrays.hashCode(cores);
    }

    /** Hears of windows of start times. */
    @FunctionalInterface
    interface WindowListener {
        void window(long first, long last);
    }
}
