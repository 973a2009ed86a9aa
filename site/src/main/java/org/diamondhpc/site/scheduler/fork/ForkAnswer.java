package org.diamondhpc.site.scheduler.fork;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Tick;
import org.diamondhpc.site.scheduler.Tick.Part;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.scheduler.job.ArrayEnd;
import org.diamondhpc.site.scheduler.job.AttemptFiles;
import org.diamondhpc.site.scheduler.job.AttemptFiles.Exit;
import org.diamondhpc.site.scheduler.job.AttemptFiles.Started;
import org.diamondhpc.site.scheduler.job.AttemptLines;
import org.diamondhpc.site.scheduler.text.Sections;

/** Reads what {@code tick.sh} printed and gives each job its observations. Pure. */
final class ForkAnswer {
    private static final Pattern STATE = Pattern.compile("(\\d+) (-|\\d+) ([A-Z]+) (-|\\d{10,16})");

    private final Sections parts;
    private final Instant now;
    private final String host;

    /** @param at when it ended; absent where it has not */
    private record State(String word, Instant at) {
    }

    ForkAnswer(String output, String mark) {
        this.parts = Sections.parse(output, mark);
        String digits = parts.get("clock").text().replaceAll("\\D", "");
        this.now = Instant.ofEpochSecond(digits.isEmpty() ? 0 : Long.parseLong(digits));
        this.host = parts.get("host").text().strip();
    }

    Tick read(List<WatchedJob> jobs) {
        boolean whole = parts.get("states").ok() && parts.get("files").ok();
        Part part = whole ? Part.OK : new Part(Part.State.DOWN, "the answer did not come whole");
        Map<Integer, Map<Integer, State>> states = states();
        Map<Integer, AttemptFiles> files = AttemptLines.parse(parts.get("files").text());
        Map<AttemptId, List<Observation>> all = new LinkedHashMap<>();
        for (int i = 0; i < jobs.size(); i++) {
            all.put(jobs.get(i).attempt(), whole ? observe(jobs.get(i), states.getOrDefault(i, Map.of()),
                    files.getOrDefault(i, AttemptFiles.UNSEEN)) : List.of(new Observation.Unobserved(part.detail())));
        }
        return new Tick(now, part, new Part(Part.State.OFF, "the site keeps no accounting"), part, all);
    }

    private Map<Integer, Map<Integer, State>> states() {
        Map<Integer, Map<Integer, State>> all = new HashMap<>();
        parts.get("states").text().lines().forEach(line -> {
            Matcher m = STATE.matcher(line);
            if (m.matches()) {
                Instant at = m.group(4).equals("-") ? null : Instant.ofEpochMilli(Long.parseLong(m.group(4)));
                all.computeIfAbsent(Integer.parseInt(m.group(1)), n -> new HashMap<>()).put(m.group(2).equals("-")
                        ? AttemptFiles.WHOLE : Integer.parseInt(m.group(2)), new State(m.group(3), at));
            }
        });
        return all;
    }

    private List<Observation> observe(WatchedJob job, Map<Integer, State> states, AttemptFiles files) {
        List<Observation> all = new ArrayList<>();
        if (files.fencedOff()) {
            return List.of(new Observation.ClaimedByNobody());
        }
        Optional<String> owner = files.owner().filter(o -> !o.equals(AttemptFiles.NOBODY));
        if (owner.filter(o -> !o.equals(job.jobId())).isPresent()) {
            return List.of(new Observation.ClaimedBy(owner.get()));
        }
        all.add(job.array() ? array(job, states, files) : whole(job, states, files));
        files.duplicates().stream().map(AttemptFiles::base).distinct().filter(id -> !id.equals(job.jobId()))
                .forEach(id -> all.add(new Observation.Duplicate(id, false)));
        return all;
    }

    private Observation whole(WatchedJob job, Map<Integer, State> states, AttemptFiles files) {
        State state = states.getOrDefault(AttemptFiles.WHOLE, new State("GONE", null));
        return end(job, state, files, AttemptFiles.WHOLE).<Observation>map(o -> new Observation.Ended(o, null))
                .orElseGet(() -> going(job, state, files));
    }

    private Observation array(WatchedJob job, Map<Integer, State> states, AttemptFiles files) {
        State whole = states.getOrDefault(AttemptFiles.WHOLE, new State("GONE", null));
        Map<Integer, JobOutcome> ended = new TreeMap<>();
        boolean over = whole.at != null || whole.word.equals("REBOOTED");
        for (int element : job.elements()) {
            end(job, states.getOrDefault(element, over ? new State(whole.word.equals("COMPLETED") ? "FAILED"
                    : whole.word, whole.at) : new State("RUNNING", null)), files, element)
                    .ifPresent(o -> ended.put(element, o));
        }
        return ended.size() == job.elements().size() ? new Observation.Ended(ArrayEnd.together(ended), null)
                : going(job, whole, files);
    }

    private Optional<JobOutcome> end(WatchedJob job, State state, AttemptFiles files, int element) {
        Optional<Exit> exit = files.exit(job.jobId(), element);
        Optional<Started> started = files.started(job.jobId(), element);
        boolean clean = exit.filter(Exit::decisive).isPresent();
        if (!clean && state.at == null && !state.word.equals("REBOOTED")) {
            return Optional.empty();
        }
        JobEnd end = clean ? exit.get().code() == 0 ? JobEnd.COMPLETED : JobEnd.FAILED
                : exit.filter(e -> e.how().equals("oom")).isPresent() ? JobEnd.OUT_OF_MEMORY : switch (state.word) {
                    case "COMPLETED" -> exit.filter(e -> e.code() == 0).isPresent() ? JobEnd.COMPLETED : JobEnd.FAILED;
                    case "TIMEOUT" -> JobEnd.TIMEOUT;
                    case "CANCELLED" -> JobEnd.CANCELLED;
                    case "REBOOTED" -> JobEnd.NODE_FAIL;
                    default -> JobEnd.FAILED;
                };
        Integer code = exit.map(Exit::code).filter(c -> c <= 128 && (clean || end == JobEnd.FAILED)).orElse(null);
        Integer signal = exit.map(Exit::code).filter(c -> c > 128).map(c -> c - 128).orElse(null);
        return Optional.of(new JobOutcome(end, code, signal, clean ? null : state.word, detail(end, code),
                started.map(Started::at).orElse(null), exit.map(Exit::at).orElse(state.at),
                started.map(AttemptFiles.Started::nodes).orElse(null), null, end == JobEnd.NODE_FAIL
                        ? List.of("the machine was started again since the job began") : null));
    }

    private static String detail(JobEnd end, Integer code) {
        return switch (end) {
            case NODE_FAIL -> "the machine was started again under the job";
            case FAILED -> code == null ? null : code == 127 ? "exit 127: the command was not found" : "exit " + code;
            case COMPLETED -> "the job's own record of its end";
            default -> null;
        };
    }

    private Observation going(WatchedJob job, State state, AttemptFiles files) {
        return switch (state.word) {
            case "WAITING", "STARTING", "HELD" -> new Observation.Pending(state.word.equals("HELD") ? "JobHeldUser"
                    : "Slots", ForkDialect.words(state.word), null);
            case "RUNNING" -> new Observation.Running(files.starts().values().stream().map(Started::at)
                    .min(Instant::compareTo).orElse(null), host.isEmpty() ? List.of() : List.of(host));
            case "DEAD" -> new Observation.Absent(List.of("processes at " + now + ": the job's are gone, without an end",
                    "files: " + (files.owner().isPresent() ? "started, no end written" : "never started")));
            default -> new Observation.Absent(List.of("jobs at " + now + ": no job " + job.jobId(),
                    files.exists() ? "files: no end written" : "files: the attempt's directory is not there"));
        };
    }
}
