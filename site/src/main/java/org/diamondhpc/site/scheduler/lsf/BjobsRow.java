package org.diamondhpc.site.scheduler.lsf;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.task.JobUsage;
import org.diamondhpc.site.scheduler.family.Sight;
import org.diamondhpc.site.scheduler.family.Sight.Phase;
import org.diamondhpc.site.scheduler.family.Sight.Times;
import org.diamondhpc.site.scheduler.text.Amounts;

/** One row of {@code bjobs -o} with our delimiter. Source: IBM Spectrum LSF 10.1, command reference, bjobs. Pure. */
final class BjobsRow {
    static final String SEPARATOR = "^";
    private static final int FIELDS = 16;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("MMM d HH:mm[:ss] yyyy", Locale.ENGLISH);
    /** Behind a time: {@code L} the limit's, {@code E} and {@code X} estimates. */
    private static final Pattern TIME = Pattern.compile("([A-Z][a-z]{2} +\\d{1,2} \\d\\d:\\d\\d(?::\\d\\d)? \\d{4})(?: ([LEX]))?");
    private static final Pattern HOST = Pattern.compile("(?:\\d+\\*)?([A-Za-z0-9_.-]+)");

    private BjobsRow() {
    }

    /** @throws IllegalArgumentException where a line that is no message does not parse */
    static List<Sight> parse(String text) {
        List<Sight> all = new ArrayList<>();
        for (String line : text.split("\n")) {
            String[] f = line.split(Pattern.quote(SEPARATOR), FIELDS);
            if (f.length > 1) {
                if (f.length < FIELDS || !f[0].strip().matches("\\d{1,12}")) {
                    throw new IllegalArgumentException("a row of bjobs does not parse");
                }
                all.add(sight(f));
            }
        }
        return all;
    }

    private static Sight sight(String[] f) {
        String stat = f[2].strip();
        Phase phase = phase(stat);
        boolean over = phase == Phase.ENDED;
        Times times = new Times(time(f[3], false), time(f[4], false), over ? time(f[5], false) : null,
                phase == Phase.WAITING ? time(f[4], true) : null);
        String index = f[1].strip();
        return new Sight(f[0].strip(), index.matches("[1-9]\\d{0,8}") ? List.of(Integer.parseInt(index)) : List.of(), phase,
                stat, phase == Phase.WAITING ? reason(stat, value(f[15])) : "", value(f[13]), value(f[14]), times,
                hosts(f[6]), 0, over ? LsfEnd.of(stat, value(f[7]), value(f[8]) == null ? "" : value(f[8])) : null,
                over ? usage(f, times) : null);
    }

    private static Phase phase(String stat) {
        return switch (stat) {
            case "PEND", "PSUSP", "WAIT" -> Phase.WAITING;
            case "RUN", "USUSP", "SSUSP", "PROV" -> Phase.RUNNING;
            case "DONE", "EXIT" -> Phase.ENDED;
            default -> Phase.UNKNOWN;
        };
    }

    private static String reason(String stat, String pending) {
        return stat.equals("PSUSP") ? "JobHeldUser" : pending == null ? "Queued"
                : pending.contains("ependency") ? "Dependency" : pending;
    }

    /** LSF prints a dash for nothing. */
    private static String value(String field) {
        String text = field.strip();
        return text.isEmpty() || text.equals("-") ? null : text;
    }

    /** @param estimated whether only a time with a suffix, which has not come yet, is asked for */
    static Instant time(String text, boolean estimated) {
        Matcher m = TIME.matcher(text.strip());
        if (!m.matches() || estimated != (m.group(2) != null)) {
            return null;
        }
        try {
            return LocalDateTime.parse(m.group(1).replaceAll(" +", " "), CLOCK).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** {@code 4*hostA:2*hostB}. */
    static List<String> hosts(String text) {
        String list = value(text);
        return list == null ? List.of() : HOST.matcher(list).results().map(r -> r.group(1)).distinct().toList();
    }

    private static JobUsage usage(String[] f, Times t) {
        OptionalLong memory = Amounts.memory(f[11].strip().replaceAll("\\s+", "").replaceAll("bytes$|ytes$", ""));
        Duration queued = t.submit() == null || t.start() == null ? null : Duration.between(t.submit(), t.start());
        return new JobUsage(seconds(f[9]), seconds(f[10]), memory.isPresent() ? memory.getAsLong() : null,
                value(f[12]) == null ? null : "slots=" + value(f[12]), queued);
    }

    /** {@code 12 second(s)}, {@code 0.1 second(s)}. */
    static Duration seconds(String text) {
        Matcher m = Pattern.compile("(\\d{1,12}(?:\\.\\d+)?) *second.*").matcher(text.strip());
        return m.matches() ? Duration.ofMillis((long) (Double.parseDouble(m.group(1)) * 1000)) : null;
    }
}
