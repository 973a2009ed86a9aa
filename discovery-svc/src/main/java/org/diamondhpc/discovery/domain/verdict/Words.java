package org.diamondhpc.discovery.domain.verdict;

import java.time.Duration;

/** Numbers as people read them. */
public final class Words {
    private Words() {
    }

    /** For example {@code 2 d 3 h}, {@code 1 h 30 min}, {@code 45 s}: the two largest units. */
    public static String of(Duration time) {
        long seconds = Math.max(0, time.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3600) {
            return two(seconds / 60, "min", seconds % 60, "s");
        }
        return seconds < 86_400 ? two(seconds / 3600, "h", seconds % 3600 / 60, "min")
                : two(seconds / 86_400, "d", seconds % 86_400 / 3600, "h");
    }

    /** For example {@code 1.5 GB}. */
    public static String ofBytes(long bytes) {
        String[] units = {"B", "kB", "MB", "GB", "TB", "PB"};
        double amount = bytes;
        int unit = 0;
        while (amount >= 1000 && unit < units.length - 1) {
            amount /= 1000;
            unit++;
        }
        return unit == 0 ? bytes + " B" : "%.1f %s".formatted(amount, units[unit]);
    }

    private static String two(long large, String unit, long small, String smallUnit) {
        return small == 0 ? large + " " + unit : large + " " + unit + " " + small + " " + smallUnit;
    }
}
