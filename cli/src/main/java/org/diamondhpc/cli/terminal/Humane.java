package org.diamondhpc.cli.terminal;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Sizes, durations and times as people say them; what is absent is a dash. */
public final class Humane {
    private static final String ABSENT = "-";
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter OTHER_DAY = DateTimeFormatter.ofPattern("MM-dd HH:mm", Locale.ROOT);

    private Humane() {
    }

    /** {@code 0 B}, {@code 1.5 KiB}, {@code 12 MiB}. */
    public static String size(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        String form = unit == 0 || value >= 10 ? "%.0f %s" : "%.1f %s";
        return String.format(Locale.ROOT, form, value, UNITS[unit]);
    }

    /** {@code 0s}, {@code 0.4s}, {@code 12s}, {@code 3m20s}, {@code 2h05m}, {@code 3d04h}. */
    public static String duration(Duration d) {
        if (d == null) {
            return ABSENT;
        }
        long s = d.toSeconds();
        if (d.toMillis() < 10_000) {
            return d.toMillis() == 0 ? "0s" : String.format(Locale.ROOT, "%.1fs", Math.max(d.toMillis(), 50) / 1000.0);
        }
        if (s < 60) {
            return s + "s";
        }
        if (s < 3600) {
            return String.format(Locale.ROOT, "%dm%02ds", s / 60, s % 60);
        }
        return s < 86_400 ? String.format(Locale.ROOT, "%dh%02dm", s / 3600, s / 60 % 60)
                : String.format(Locale.ROOT, "%dd%02dh", s / 86_400, s / 3600 % 24);
    }

    /** {@code now}, {@code 12s ago}. */
    public static String ago(Instant then, Instant now) {
        if (then == null) {
            return ABSENT;
        }
        Duration age = Duration.between(then, now).truncatedTo(java.time.temporal.ChronoUnit.SECONDS);
        return age.isNegative() || age.isZero() ? "now" : duration(age).replace(".0s", "s") + " ago";
    }

    /** The time of day here, with the date where it is another day. */
    public static String time(Instant then, Instant now) {
        if (then == null) {
            return ABSENT;
        }
        ZoneId zone = ZoneId.systemDefault();
        boolean today = then.atZone(zone).toLocalDate().equals(now.atZone(zone).toLocalDate());
        return (today ? TODAY : OTHER_DAY).format(then.atZone(zone));
    }

    public static String orDash(Object value) {
        return value == null || value.toString().isEmpty() ? ABSENT : value.toString();
    }
}
