package org.diamondhpc.site.scheduler.gridengine;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.task.JobUsage;
import org.diamondhpc.site.scheduler.family.Sight;
import org.diamondhpc.site.scheduler.family.Sight.Ending;
import org.diamondhpc.site.scheduler.family.Sight.Phase;
import org.diamondhpc.site.scheduler.family.Sight.Times;
import org.diamondhpc.site.scheduler.text.Amounts;

/** Ended jobs as {@code qacct -j} prints them: blocks of {@code name value} lines between lines of {@code =}. Pure. */
final class QacctRecords {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ENGLISH);
    private static final Pattern FIELD = Pattern.compile("([a-z_]+)\\s+(.*)");
    private static final Pattern SECONDS = Pattern.compile("(\\d{1,12}(?:\\.\\d+)?)s?");
    private static final Pattern SIZE = Pattern.compile("(\\d+(?:\\.\\d+)?)([KMGT]?)B?");

    private QacctRecords() {
    }

    static List<Sight> parse(String text) {
        List<Sight> all = new ArrayList<>();
        Map<String, String> block = new HashMap<>();
        for (String line : (text + "\n=====").split("\n")) {
            if (line.startsWith("=====")) {
                if (block.getOrDefault("jobnumber", "").matches("\\d{1,12}")) {
                    all.add(sight(block));
                }
                block.clear();
            } else {
                Matcher m = FIELD.matcher(line);
                if (m.matches()) {
                    block.putIfAbsent(m.group(1), m.group(2).strip());
                }
            }
        }
        return all;
    }

    private static Sight sight(Map<String, String> f) {
        String task = f.getOrDefault("taskid", "undefined");
        Times times = new Times(instant(f.get("qsub_time")), instant(f.get("start_time")), instant(f.get("end_time")), null);
        int failed = leading(f.get("failed"));
        String word = failed == 0 ? "exit " + leading(f.get("exit_status")) : "failed " + f.get("failed").strip();
        Ending ending = GridEngineEnd.of(failed, f.getOrDefault("failed", ""), leading(f.get("exit_status")),
                new Limits(f.getOrDefault("category", ""), Math.max(1, leading(f.get("slots")))),
                seconds(f.get("ru_wallclock")), bytes(f.get("maxvmem")));
        // A run that the scheduler began again is no end; the next run has its own record.
        boolean again = failed == 24 || failed == 25;
        return new Sight(f.get("jobnumber"), task.matches("\\d{1,9}") && !task.equals("0")
                ? List.of(Integer.parseInt(task)) : List.of(), again ? Phase.REQUEUED : Phase.ENDED, word, "",
                f.getOrDefault("account", null), null, times, f.containsKey("hostname") ? List.of(f.get("hostname"))
                : List.of(), 0, again ? null : ending, again ? null : usage(f, times));
    }

    private static JobUsage usage(Map<String, String> f, Times t) {
        OptionalLong memory = bytes(f.get("maxvmem"));
        Duration queued = t.submit() == null || t.start() == null ? null : Duration.between(t.submit(), t.start());
        return new JobUsage(seconds(f.get("ru_wallclock")), seconds(f.get("cpu")),
                memory.orElse(0) == 0 ? null : memory.getAsLong(), f.get("slots") == null ? null
                : "slots=" + f.get("slots"), queued == null || queued.isNegative() ? null : queued);
    }

    /** What the job asked for, from its category: {@code -l h_rt=60,h_vmem=1G -pe smp 4}. */
    record Limits(String category, int slots) {
        Duration time() {
            Matcher m = Pattern.compile("\\bh_rt=(\\d{1,9})\\b").matcher(category);
            return m.find() ? Duration.ofSeconds(Long.parseLong(m.group(1))) : null;
        }

        /** Of all slots together. Bytes; 0 where none was asked for. */
        long memory() {
            Matcher m = Pattern.compile("\\bh_vmem=(\\d+(?:\\.\\d+)?[KMGT]?)\\b").matcher(category);
            return m.find() ? Amounts.memory(m.group(1)).orElse(0) * slots : 0;
        }
    }

    private static Instant instant(String text) {
        try {
            return text == null || text.startsWith("-") ? null : LocalDateTime.parse(text.strip()
                    .replaceAll(" +", " ").replaceAll("\\.\\d+", ""), CLOCK).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static Duration seconds(String text) {
        Matcher m = SECONDS.matcher(text == null ? "" : text.strip());
        return m.matches() ? Duration.ofMillis((long) (Double.parseDouble(m.group(1)) * 1000)) : null;
    }

    private static OptionalLong bytes(String text) {
        Matcher m = SIZE.matcher(text == null ? "" : text.strip());
        if (!m.matches()) {
            return OptionalLong.empty();
        }
        int power = m.group(2).isEmpty() ? 0 : "KMGT".indexOf(m.group(2)) + 1;
        return OptionalLong.of((long) (Double.parseDouble(m.group(1)) * (1L << (10 * power))));
    }

    /** {@code 37  : qmaster enforced…}, {@code 137 (Killed)}. */
    private static int leading(String text) {
        Matcher m = Pattern.compile("\\s*(\\d{1,6})\\b.*").matcher(text == null ? "" : text);
        return m.matches() ? Integer.parseInt(m.group(1)) : 0;
    }
}
