package org.diamondhpc.schemas.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a job may run, to the second; written {@code 90m}, {@code 1h30m}, {@code PT1H30M}, {@code 01:30:00},
 * {@code 1-12:00:00} (days-hours) or plain seconds.
 */
public record Walltime(Duration duration) {
    private static final Pattern CLOCK = Pattern.compile("(?:(\\d{1,4})-)?(\\d{1,4}):(\\d{1,2})(?::(\\d{1,2}))?");
    private static final Pattern UNITS = Pattern.compile("(?:(\\d{1,4})d)?(?:(\\d{1,5})h)?(?:(\\d{1,6})m)?(?:(\\d{1,8})s)?");

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
    public static Walltime parse(String text) {
        String form = text.strip().toLowerCase(Locale.ROOT);
        if (form.startsWith("pt")) { // as Diamond itself writes it
            return iso(form);
        }
        Matcher clock = CLOCK.matcher(form);
        if (clock.matches()) {
            return new Walltime(Duration.ofDays(number(clock, 1)).plusHours(number(clock, 2))
                    .plusMinutes(number(clock, 3)).plusSeconds(number(clock, 4)));
        }
        Matcher units = UNITS.matcher(form);
        if (!form.isEmpty() && units.matches()) {
            return new Walltime(Duration.ofDays(number(units, 1)).plusHours(number(units, 2))
                    .plusMinutes(number(units, 3)).plusSeconds(number(units, 4)));
        }
        if (form.matches("\\d{1,9}")) {
            return new Walltime(Duration.ofSeconds(Long.parseLong(form)));
        }
        return iso(form);
    }

    private static Walltime iso(String form) {
        try {
            return new Walltime(Duration.parse(form));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("a duration is written like 90m, 1h30m, PT90M, 01:30:00 or seconds", e);
        }
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
