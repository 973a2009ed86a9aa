package org.diamondhpc.site.scheduler.pbs;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as PBS prints them under {@code TZ=UTC0}, durations and sizes. */
final class PbsTimes {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ENGLISH);
    private static final Pattern DURATION = Pattern.compile("(?:(\\d{1,6}):)?(?:(\\d{1,6}):)?(\\d{1,9})(?:\\.\\d+)?");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})([kmgtp]?)[bw]?", Pattern.CASE_INSENSITIVE);

    private PbsTimes() {
    }

    /** {@code Mon Nov 30 02:44:12 2026}; a site may print epoch seconds. */
    static Instant instant(String text) {
        if (text.matches("\\d{9,12}")) {
            return Instant.ofEpochSecond(Long.parseLong(text));
        }
        try {
            return text.isEmpty() ? null : LocalDateTime.parse(text.strip().replaceAll(" +", " "), CLOCK)
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    /** {@code 24:00:00}, {@code 05:00} (minutes), {@code 90} (seconds). */
    static Optional<Duration> duration(String text) {
        Matcher m = DURATION.matcher(text);
        if (!m.matches()) {
            return Optional.empty();
        }
        long seconds = Long.parseLong(m.group(3));
        if (m.group(2) != null) {
            seconds += 3600 * Long.parseLong(m.group(1)) + 60 * Long.parseLong(m.group(2));
        } else if (m.group(1) != null) {
            seconds += 60 * Long.parseLong(m.group(1));
        }
        return Optional.of(Duration.ofSeconds(seconds));
    }

    /** {@code 51200kb}, {@code 64gb}, {@code 0b}. Bytes. */
    static OptionalLong bytes(String text) {
        Matcher m = SIZE.matcher(text);
        if (!m.matches()) {
            return OptionalLong.empty();
        }
        int power = m.group(2).isEmpty() ? 0 : "kmgtp".indexOf(m.group(2).toLowerCase(Locale.ROOT)) + 1;
        return OptionalLong.of(Long.parseLong(m.group(1)) << (10 * power));
    }

    /** Whole hours, minutes and seconds. */
    static String clock(Duration limit) {
        return "%02d:%02d:%02d".formatted(limit.toHours(), limit.toMinutesPart(), limit.toSecondsPart());
    }
}
