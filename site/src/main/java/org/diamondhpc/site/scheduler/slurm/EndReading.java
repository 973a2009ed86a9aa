package org.diamondhpc.site.scheduler.slurm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.site.scheduler.job.AttemptFiles.Exit;
import org.diamondhpc.site.scheduler.job.AttemptFiles.Started;
import org.diamondhpc.site.scheduler.slurm.AccountingRow.ExitCode;

/**
 * What is known of one ended job (or one element): its own record, the queue's row, accounting with steps. From it the
 * outcome, the scheduler's word and the program's word kept apart. Pure.
 *
 * @param word the scheduler's last word; absent where only the job's own record speaks
 */
record EndReading(Optional<Started> started, Optional<Exit> exit, Optional<QueueRow> queued,
        Optional<AccountingRow> allocation, List<AccountingRow> steps, Optional<String> word) {
    /** What of the memory asked for a killed job must have used for the kill to count as for its memory. */
    private static final double NEARLY_ALL = 0.95;
    private static final int LARGEST_SIGNAL_CODE = 128;

    /** The job's own record of a clean end, which needs no word of the scheduler's. */
    static JobOutcome clean(Exit exit, Optional<Started> started, Optional<QueueRow> queued) {
        return new EndReading(started, Optional.of(exit), queued, Optional.empty(), List.of(), Optional.empty())
                .outcome();
    }

    JobOutcome outcome() {
        JobEnd end = end();
        return new JobOutcome(end, exitCode(), signal(), word.orElse(null), detail(end), startedAt(), endedAt(),
                nodes(), List.of(), evidence());
    }

    private JobEnd end() {
        Optional<JobEnd> said = word.flatMap(w -> SlurmState.of(w).end());
        if (said.isEmpty()) {
            return ownWord();
        }
        if ((said.get() == JobEnd.FAILED || said.get() == JobEnd.COMPLETED) && killedForMemory()) {
            return JobEnd.OUT_OF_MEMORY;
        }
        if (said.get() == JobEnd.FAILED && notSetUp()) {
            return JobEnd.LAUNCH_FAILED;
        }
        if (said.get() == JobEnd.CANCELLED && reason().startsWith("Dependency")) {
            return JobEnd.DEPENDENCY_FAILED;
        }
        // Slurm's COMPLETED is exit status 0; a record of our own that says otherwise is believed.
        return said.get() == JobEnd.COMPLETED && exit.filter(e -> e.code() != 0).isPresent() ? JobEnd.FAILED
                : said.get();
    }

    private JobEnd ownWord() {
        Exit own = exit.orElseThrow();
        return switch (own.how()) {
            case "oom" -> JobEnd.OUT_OF_MEMORY;
            case "noclaim" -> JobEnd.LAUNCH_FAILED;
            case "term" -> JobEnd.CANCELLED;
            default -> own.code() == 0 ? JobEnd.COMPLETED : JobEnd.FAILED;
        };
    }

    private boolean killedForMemory() {
        if (exit.filter(e -> e.how().equals("oom")).isPresent()) {
            return true;
        }
        boolean byGroup = steps.stream().anyMatch(s -> s.exit().signal() == ExitCode.SIGNAL_OUT_OF_MEMORY)
                || allocation.filter(a -> a.exit().signal() == ExitCode.SIGNAL_OUT_OF_MEMORY).isPresent();
        return byGroup || reason().equals("OutOfMemory") || steps.stream().anyMatch(this::overMemory);
    }

    /** Where memory is watched by sampling, Slurm kills with signal 9 and says no more than FAILED. */
    private boolean overMemory(AccountingRow step) {
        long asked = allocation.map(a -> a.requested().getOrDefault("mem", 0L)).orElse(0L);
        return step.exit().signal() == 9 && asked > 0
                && step.maxRss().orElse(0) >= asked * NEARLY_ALL;
    }

    private boolean notSetUp() {
        int signal = allocation.map(a -> a.exit().signal()).orElse(0);
        // The controller gives JobLaunchFailure as the reason of every signal; one of the work's own is no failed launch.
        boolean own = signal > 0 && signal != ExitCode.SIGNAL_NOT_SET_UP;
        boolean signalled = signal == ExitCode.SIGNAL_NOT_SET_UP || reason().contains("RaisedSignal:53")
                || reason().startsWith("JobLaunchFailure") && !own || reason().startsWith("LaunchFailed");
        return started.isEmpty() && exit.isEmpty() && signalled || exit.filter(e -> e.how().equals("noclaim")).isPresent();
    }

    private Integer exitCode() {
        if (exit.isPresent()) {
            return exit.get().how().equals("term") || exit.get().code() > LARGEST_SIGNAL_CODE ? null : exit.get().code();
        }
        boolean endedByItself = word.map(w -> SlurmState.of(w).word())
                .filter(w -> w.equals("COMPLETED") || w.equals("FAILED")).isPresent();
        return endedByItself ? allocation.filter(a -> a.exit().signal() == 0).map(a -> a.exit().code())
                .orElse(word.map(w -> w.startsWith("COMPLETED")).orElse(false) ? 0 : null) : null;
    }

    private Integer signal() {
        Optional<Integer> own = exit.map(Exit::code).filter(c -> c > LARGEST_SIGNAL_CODE)
                .map(c -> c - LARGEST_SIGNAL_CODE);
        return own.or(() -> allocation.map(a -> a.exit().signal()).filter(s -> s > 0 && s < 65
                && s != ExitCode.SIGNAL_NOT_SET_UP)).orElse(null);
    }

    private String detail(JobEnd end) {
        String by = word.filter(w -> w.contains(" by ")).orElse(null);
        Integer code = exitCode();
        return switch (end) {
            case COMPLETED -> word.isPresent() ? null : "the job's own record of its end";
            case CANCELLED -> by != null ? by : word.isEmpty() ? "told to end; the scheduler does not say by whom"
                    : "REVOKED".equals(word.get()) ? "started on another cluster of the federation" : word.get();
            case LAUNCH_FAILED -> exit.filter(e -> e.how().equals("noclaim")).isPresent()
                    ? "the job could not write into its directory" : "the node could not set up the job"
                    + (reason().isEmpty() || reason().equals("None") ? "" : " (" + reason() + ")");
            case OUT_OF_MEMORY -> "a process of the job was killed for its memory";
            case FAILED -> code == null ? signal() == null ? null : "ended by signal " + signal()
                    : code == 127 ? "exit 127: the command was not found"
                    : code == 126 ? "exit 126: the command could not be executed" : "exit " + code;
            default -> reason().isEmpty() || reason().equals("None") ? null : reason();
        };
    }

    private String reason() {
        return allocation.map(AccountingRow::reason).filter(r -> !r.isBlank() && !r.equals("None"))
                .or(() -> queued.map(QueueRow::reason)).orElse("");
    }

    /** Slurm gives a job that was cancelled in the queue its end as its start; what had no node never started. */
    private Instant startedAt() {
        return started.map(Started::at)
                .or(() -> allocation.filter(a -> !a.nodes().isEmpty()).flatMap(AccountingRow::start))
                .or(() -> queued.filter(q -> q.state().ended() && !q.nodes().isEmpty()).flatMap(QueueRow::start))
                .orElse(null);
    }

    private Instant endedAt() {
        return exit.map(Exit::at).or(() -> allocation.flatMap(AccountingRow::end))
                .or(() -> queued.flatMap(QueueRow::end)).orElse(null);
    }

    private List<String> nodes() {
        return allocation.map(AccountingRow::nodes).filter(n -> !n.isEmpty())
                .or(() -> queued.map(QueueRow::nodes).filter(n -> !n.isEmpty()))
                .or(() -> started.map(Started::nodes)).orElse(List.of());
    }

    private List<String> evidence() {
        List<String> seen = new ArrayList<>();
        if (word.filter(w -> w.startsWith("COMPLETED")).isPresent() && exit.isEmpty()) {
            seen.add("the scheduler says COMPLETED; the job left no record of its own");
        }
        if (word.isEmpty() && exit.filter(e -> !e.decisive()).isPresent()) {
            seen.add("only the job's own record speaks: exit " + exit.get().code() + ", " + exit.get().how());
        }
        return seen;
    }
}
