package org.diamondhpc.site.scheduler.family;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.site.scheduler.job.AttemptFiles.Exit;
import org.diamondhpc.site.scheduler.job.AttemptFiles.Started;

/**
 * What is known of one ended job or element: its own record and the scheduler's word, kept apart. Pure.
 *
 * @param said the scheduler's last word; absent where only the job's own record speaks
 * @param seen the queue's row, for the nodes
 */
record EndReading(Optional<Started> started, Optional<Exit> exit, Optional<Sight> said, Optional<Sight> seen) {
    private static final int LARGEST_CODE = 128;
    /** Ends that a signal or an exit status alone looks like. */
    private static final Set<JobEnd> VAGUE = Set.of(JobEnd.FAILED, JobEnd.COMPLETED, JobEnd.CANCELLED);

    JobOutcome outcome() {
        JobEnd end = end();
        return new JobOutcome(end, exitCode(end), signal(), said.map(Sight::word).orElse(null), detail(end),
                startedAt(), endedAt(), nodes(), List.of(), evidence());
    }

    private JobEnd end() {
        if (own("noclaim")) {
            return JobEnd.LAUNCH_FAILED;
        }
        if (said.isEmpty()) {
            return ownWord();
        }
        JobEnd end = said.get().ending().end();
        if (own("oom") && VAGUE.contains(end)) {
            return JobEnd.OUT_OF_MEMORY;
        }
        // The scheduler's good end is exit status 0; a record of the job's own that says otherwise is believed.
        return end == JobEnd.COMPLETED && exit.filter(e -> e.code() != 0).isPresent() ? JobEnd.FAILED : end;
    }

    private JobEnd ownWord() {
        return own("oom") ? JobEnd.OUT_OF_MEMORY : own("term") ? JobEnd.CANCELLED
                : exit.orElseThrow().code() == 0 ? JobEnd.COMPLETED : JobEnd.FAILED;
    }

    private boolean own(String how) {
        return exit.filter(e -> e.how().equals(how)).isPresent();
    }

    private Integer exitCode(JobEnd end) {
        if (end != JobEnd.COMPLETED && end != JobEnd.FAILED) {
            return null;
        }
        if (exit.isPresent()) {
            return own("term") || exit.get().code() > LARGEST_CODE ? null : exit.get().code();
        }
        return said.map(s -> s.ending().exitCode()).orElse(null);
    }

    private Integer signal() {
        return exit.map(Exit::code).filter(c -> c > LARGEST_CODE).map(c -> c - LARGEST_CODE)
                .or(() -> said.flatMap(s -> Optional.ofNullable(s.ending().signal()))).orElse(null);
    }

    private String detail(JobEnd end) {
        if (own("noclaim")) {
            return "the job could not write into its directory";
        }
        Optional<String> words = said.flatMap(s -> Optional.ofNullable(s.ending().detail()))
                .filter(d -> said.get().ending().end() == end);
        if (words.isPresent()) {
            return words.get();
        }
        Integer code = exitCode(end);
        return switch (end) {
            case COMPLETED -> said.isPresent() ? null : "the job's own record of its end";
            case CANCELLED -> said.isPresent() ? null : "told to end; the scheduler does not say by whom";
            case OUT_OF_MEMORY -> "a process of the job was killed for its memory";
            case FAILED -> code == null ? signal() == null ? null : "ended by signal " + signal()
                    : code == 127 ? "exit 127: the command was not found"
                    : code == 126 ? "exit 126: the command could not be executed" : "exit " + code;
            default -> null;
        };
    }

    private Instant startedAt() {
        return started.map(Started::at).or(() -> said.map(s -> s.times().start())).orElse(null);
    }

    private Instant endedAt() {
        return exit.map(Exit::at).or(() -> said.map(s -> s.times().end())).orElse(null);
    }

    private List<String> nodes() {
        return most(Stream.of(said.map(Sight::nodes), seen.map(Sight::nodes), started.map(Started::nodes))
                .flatMap(Optional::stream));
    }

    /** The list with the most names: some schedulers tell the first node of a job only, the job itself knows all. */
    static List<String> most(Stream<List<String>> lists) {
        return lists.reduce(List.of(), (a, b) -> b.size() > a.size() ? b : a);
    }

    private List<String> evidence() {
        List<String> all = new ArrayList<>();
        if (said.filter(s -> s.ending().end() == JobEnd.COMPLETED).isPresent() && exit.isEmpty()) {
            all.add("the scheduler says " + said.get().word() + "; the job left no record of its own");
        }
        if (said.isEmpty() && exit.filter(e -> !e.decisive()).isPresent()) {
            all.add("only the job's own record speaks: exit " + exit.get().code() + ", " + exit.get().how());
        }
        return all;
    }
}
