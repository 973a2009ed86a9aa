package org.diamondhpc.schemas.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a job may run, to the second; written {@code 90m}, {@code 1h30m}, {@code 1 hour 30 minutes}, {@code 1.5 hours},
 * {@code PT1H30M}, {@code 01:30:00}, {@code 1-12:00:00} (days-hours) or plain seconds. {@code 1:30} is refused: to one
 * scheduler's users it is an hour and a half, to another's a minute and a half.
 */
public record Walltime(Duration duration) {
    private static final Pattern CLOCK = Pattern.compile("(?:(\\d{1,4})-)?(\\d{1,4}):(\\d{1,2})(?::(\\d{1,2}))?");
    private static final Pattern PART = Pattern.compile("\\s*(?:,\\s*|and\\s+)?(\\d{1,8}(?:\\.\\d{1,3})?)\\s*([a-z]*)\\s*");
    private static final Map<String, Long> UNITS = Map.ofEntries(
            Map.entry("w", 604_800L), Map.entry("week", 604_800L), Map.entry("d", 86_400L), Map.entry("day", 86_400L),
            Map.entry("h", 3600L), Map.entry("hr", 3600L), Map.entry("hour", 3600L), Map.entry("m", 60L),
            Map.entry("min", 60L), Map.entry("minute", 60L), Map.entry("s", 1L), Map.entry("sec", 1L),
            Map.entry("second", 1L));

    public Walltime {
        if (duration == null || duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("a duration must be more than 0 seconds");
        }
        if (duration.compareTo(Duration.ofDays(3650)) > 0) {
            throw new IllegalArgumentException("a duration is at most 3650 days");
        }
    }

    public static Walltime ofMinutes(long minutes) {
        return new Walltime(Duration.ofMinutes(minutes));
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Walltime ofSeconds(long seconds) {
        return new Walltime(Duration.ofSeconds(seconds));
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Walltime parse(String text) {
        String form = text.strip().toLowerCase(Locale.ROOT);
        if (form.startsWith("p")) { // as Diamond itself writes it
            return iso(form);
        }
        if (form.matches("\\d{1,9}")) {
            return new Walltime(Duration.ofSeconds(Long.parseLong(form)));
        }
        Matcher clock = CLOCK.matcher(form);
        return clock.matches() ? clock(clock) : words(NumberWords.digits(form));
    }

    private static Walltime clock(Matcher m) {
        if (m.group(1) == null && m.group(4) == null) {
            throw new IllegalArgumentException("%s may be hours and minutes or minutes and seconds; write %sh%sm, or 00:%s"
                    .formatted(m.group(), m.group(2), m.group(3), m.group()));
        }
        return new Walltime(Duration.ofDays(number(m, 1)).plusHours(number(m, 2)).plusMinutes(number(m, 3))
                .plusSeconds(number(m, 4)));
    }

    /** Amounts with their units, each smaller than the one before; {@code 1h30} leaves the last unit out. */
    private static Walltime words(String form) {
        Matcher m = PART.matcher(form);
        double seconds = 0;
        long last = Long.MAX_VALUE;
        int at = 0;
        while (at < form.length()) {
            m.region(at, form.length());
            if (!m.lookingAt()) {
                throw unread();
            }
            long unit = unit(m.group(2), last);
            seconds += Double.parseDouble(m.group(1)) * unit;
            last = unit;
            at = m.end();
        }
        if (last == Long.MAX_VALUE) {
            throw unread();
        }
        return new Walltime(Duration.ofSeconds((long) Math.ceil(seconds)));
    }

    private static long unit(String word, long last) {
        boolean next = word.isEmpty() && (last == 3600 || last == 60);
        Long unit = next ? Long.valueOf(last / 60) : UNITS.get(word.length() > 2 ? word.replaceFirst("s$", "") : word);
        if (unit == null || unit >= last) {
            throw unread();
        }
        return unit;
    }

    private static Walltime iso(String form) {
        try {
            return new Walltime(Duration.parse(form));
        } catch (DateTimeParseException e) {
            throw unread();
        }
    }

    private static IllegalArgumentException unread() {
        return new IllegalArgumentException("a duration is written like 90m, 1h30m, 1 hour 30 minutes, PT90M, 01:30:00 or "
                + "seconds");
    }

    private static long number(Matcher m, int group) {
        return m.group(group) == null ? 0 : Long.parseLong(m.group(group));
    }

    public long seconds() {
        return duration.toSeconds();
    }

    @JsonValue
    @Override
    public String toString() {
        return duration.toString();
    }
}
