package org.diamondhpc.site.scheduler.text;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times, durations, memory and resource lists as Slurm prints them under {@code TZ=UTC0}. Words that stand for no value
 * (UNLIMITED, INVALID, N/A, None, Unknown, NOT_SET, Partition_Limit, (null)) are absent, and so is what is neither.
 */
public final class Amounts {
    private static final Pattern CLOCK =
            Pattern.compile("(?:(\\d{1,5})-)?(?:(\\d{1,5}):)?(\\d{1,6})(?::(\\d{1,2}))?(?:\\.\\d+)?");
    private static final Pattern MEMORY = Pattern.compile("(\\d+(?:\\.\\d+)?)([KMGTPE]?)(?:i?B)?[cn]?");
    private static final String UNITS = "KMGTPE";

    private Amounts() {
    }

    /** {@code 2026-11-30T01:45:00}, in UTC. */
    public static Optional<Instant> instant(String text) {
        try {
            return text.length() < 16 || text.charAt(0) > '9' ? Optional.empty()
                    : Optional.of(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** {@code 1-00:00:00}, {@code 1:00:00}, {@code 5:00} (minutes), {@code 1-12} (days-hours), {@code 67} (minutes). */
    public static Optional<Duration> duration(String text) {
        Matcher m = CLOCK.matcher(text);
        if (!m.matches()) {
            return Optional.empty();
        }
        long days = number(m.group(1));
        if (m.group(4) == null && m.group(2) == null) {
            return Optional.of(m.group(1) == null ? Duration.ofMinutes(number(m.group(3)))
                    : Duration.ofDays(days).plusHours(number(m.group(3))));
        }
        Duration whole = Duration.ofDays(days);
        if (m.group(4) != null) {
            return Optional.of(whole.plusHours(number(m.group(2))).plusMinutes(number(m.group(3)))
                    .plusSeconds(number(m.group(4))));
        }
        return Optional.of(m.group(1) == null
                ? whole.plusMinutes(number(m.group(2))).plusSeconds(number(m.group(3)))
                : whole.plusHours(number(m.group(2))).plusMinutes(number(m.group(3))));
    }

    /** {@code 2000M}, {@code 125G}, {@code 623892K}, {@code 0c}, {@code 1Mc}, {@code 4Gn}; without a unit MiB. Bytes. */
    public static OptionalLong memory(String text) {
        Matcher m = MEMORY.matcher(text);
        if (!m.matches()) {
            return OptionalLong.empty();
        }
        int power = m.group(2).isEmpty() ? 2 : UNITS.indexOf(m.group(2)) + 1;
        return OptionalLong.of((long) (Double.parseDouble(m.group(1)) * (1L << (10 * Math.min(power, 5)))));
    }

    public static OptionalLong number(String text, long least) {
        return text.matches("\\d{1,18}") && Long.parseLong(text) >= least ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    /** {@code cpu=4,mem=8000M,node=1,gres/gpu:a100=2}: counts as they stand, memory in bytes. */
    public static Map<String, Long> tres(String text) {
        Map<String, Long> all = new LinkedHashMap<>();
        for (String part : text.split(",")) {
            int eq = part.indexOf('=');
            if (eq > 0) {
                String name = part.substring(0, eq);
                OptionalLong value = name.equals("mem") || name.equals("vmem") ? memory(part.substring(eq + 1))
                        : count(part.substring(eq + 1));
                value.ifPresent(v -> all.put(name, v));
            }
        }
        return all;
    }

    /** Large counts are shortened: {@code 12K}, {@code 1.5M}. */
    private static OptionalLong count(String text) {
        Matcher m = MEMORY.matcher(text);
        if (!m.matches()) {
            return OptionalLong.empty();
        }
        int power = m.group(2).isEmpty() ? 0 : UNITS.indexOf(m.group(2)) + 1;
        return OptionalLong.of((long) (Double.parseDouble(m.group(1)) * (1L << (10 * Math.min(power, 5)))));
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
