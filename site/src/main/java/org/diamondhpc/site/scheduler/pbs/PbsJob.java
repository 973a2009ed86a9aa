package org.diamondhpc.site.scheduler.pbs;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.task.JobUsage;
import org.diamondhpc.site.scheduler.family.Sight;
import org.diamondhpc.site.scheduler.family.Sight.Phase;
import org.diamondhpc.site.scheduler.family.Sight.Times;

/** A job of {@code qstat -f}, live or from the server's history. Pure. */
record PbsJob(Records record) {
    /** Set by us at submission, found again in the job's variables. */
    static final String TOKEN = "DIAMOND_TOKEN";
    private static final Pattern ID = Pattern.compile("(\\d{1,12})(\\[(\\d{1,9})?])?(?:\\..*)?");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9})(?::(\\d{1,9}))?)?");
    private static final Pattern HOST = Pattern.compile("(?:^|\\+)([A-Za-z0-9_.-]+)/");
    private static final int RERUN = -20;
    private static final int LARGEST_SIGNAL_CODE = 128;

    /** The number, with {@code []} for an array: what PBS's commands take. */
    static Optional<String> base(String id) {
        Matcher m = ID.matcher(id);
        return m.matches() ? Optional.of(m.group(2) == null ? m.group(1) : m.group(1) + "[]") : Optional.empty();
    }

    Optional<String> base() {
        return base(record.id());
    }

    /** One element of an array. */
    boolean element() {
        Matcher m = ID.matcher(record.id());
        return m.matches() && m.group(3) != null;
    }

    Optional<Sight> sight() {
        Matcher m = ID.matcher(record.id());
        if (!m.matches()) {
            return Optional.empty();
        }
        boolean parent = m.group(2) != null && m.group(3) == null;
        List<Integer> elements = m.group(3) != null ? List.of(Integer.parseInt(m.group(3)))
                : parent ? waitingElements() : List.of();
        // An array's own row tells of its elements only while they wait; each that began has a row of its own.
        if (parent && elements.isEmpty() && !ended()) {
            return Optional.empty();
        }
        Phase phase = phase();
        return Optional.of(new Sight(base(record.id()).orElseThrow(), parent && ended() ? allElements() : elements,
                parent && !ended() ? Phase.WAITING : phase, state(), phase == Phase.REQUEUED ? requeueCause() : reason(),
                record.variable(TOKEN).orElse(null), record.variable("PBS_O_WORKDIR").orElse(null), times(), nodes(),
                Math.max(0, number("run_count").orElse(0) - 1), phase == Phase.ENDED ? PbsEnd.of(this) : null, usage()));
    }

    String state() {
        return record.get("job_state");
    }

    boolean ended() {
        return state().equals("F") || state().equals("X");
    }

    OptionalInt number(String name) {
        String text = record.get(name);
        return text.matches("-?\\d{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }

    private Phase phase() {
        return switch (state()) {
            case "F", "X" -> Phase.ENDED;
            case "Q", "H", "W", "T" -> number("Exit_status").isPresent() && number("run_count").isPresent()
                    ? Phase.REQUEUED : Phase.WAITING;
            // Substates below 41: the job was only chosen, or its files are being staged.
            case "R" -> number("substate").orElse(42) < 41 ? Phase.WAITING : Phase.RUNNING;
            case "E", "S", "U", "B" -> Phase.RUNNING;
            default -> Phase.UNKNOWN;
        };
    }

    /** A word of our own where it is ours to know, else the scheduler's comment. */
    String reason() {
        String held = record.get("Hold_Types").replace("n", "");
        if (state().equals("H") || state().equals("Q") && !held.isEmpty()) {
            boolean depends = record.get("depend").contains("after") && held.equals("s");
            return depends ? "Dependency" : held.contains("s") || held.contains("o") ? "JobHeldAdmin" : "JobHeldUser";
        }
        return switch (state()) {
            case "W" -> number("substate").orElse(0) == 37 ? "StageInFailed" : "BeginTime";
            case "R" -> "Starting";
            case "T" -> "Transit";
            default -> record.some("comment").orElse("Queued");
        };
    }

    private String requeueCause() {
        return number("Exit_status").orElse(0) == RERUN ? "a node was lost; the job was queued again"
                : "the job was queued again: " + record.some("comment").orElse("no comment");
    }

    private Times times() {
        Instant submit = Optional.ofNullable(PbsTimes.instant(record.get("ctime")))
                .orElse(PbsTimes.instant(record.get("qtime")));
        Instant start = record.some("exec_host").isPresent() || ended() ? PbsTimes.instant(record.get("stime")) : null;
        Instant end = !ended() ? null : record.some("obittime").map(PbsTimes::instant)
                .orElseGet(() -> PbsTimes.instant(record.some("history_timestamp").orElse(record.get("mtime"))));
        return new Times(submit, record.some("exec_host").isEmpty() && ended() ? null : start, end,
                PbsTimes.instant(record.some("estimated.start_time").orElse("")));
    }

    /** {@code cn001/0*2+cn001/1*2}. */
    List<String> nodes() {
        return HOST.matcher(record.get("exec_host")).results().map(r -> r.group(1)).distinct().toList();
    }

    private List<Integer> waitingElements() {
        return expand(record.get("array_indices_remaining"));
    }

    private List<Integer> allElements() {
        return expand(record.get("array_indices_submitted"));
    }

    /** {@code 1-6}, {@code 0-8:2}, {@code 3,5-7}, {@code -} for none. */
    static List<Integer> expand(String text) {
        List<Integer> all = new ArrayList<>();
        for (String part : text.replaceAll("%\\d+$", "").split(",")) {
            Matcher m = RANGE.matcher(part.strip());
            if (m.matches()) {
                int first = Integer.parseInt(m.group(1));
                int last = m.group(2) == null ? first : Integer.parseInt(m.group(2));
                int step = m.group(3) == null ? 1 : Math.max(1, Integer.parseInt(m.group(3)));
                for (long i = first; i <= last && all.size() < 100_000; i += step) {
                    all.add((int) i);
                }
            }
        }
        return all;
    }

    private JobUsage usage() {
        if (!ended() || record.some("resources_used.walltime").isEmpty()) {
            return null;
        }
        OptionalLong memory = PbsTimes.bytes(record.get("resources_used.mem"));
        Times t = times();
        Duration queued = t.submit() == null || t.start() == null ? null : Duration.between(t.submit(), t.start());
        return new JobUsage(PbsTimes.duration(record.get("resources_used.walltime")).orElse(null),
                PbsTimes.duration(record.get("resources_used.cput")).orElse(null),
                memory.isPresent() ? memory.getAsLong() : null, record.some("exec_vnode").orElse(null),
                queued == null || queued.isNegative() ? null : queued);
    }

    /** A signal that an exit status stands for: above 256 told by PBS, above 128 by the shell; 0 for none. */
    static int signal(int status) {
        return status > 256 ? status - 256 : status > LARGEST_SIGNAL_CODE && status < 193 ? status - LARGEST_SIGNAL_CODE : 0;
    }
}
