package org.diamondhpc.site.scheduler.slurm;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.profile.Account;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.JobScript;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Options;
import org.diamondhpc.site.scheduler.Resolution;
import org.diamondhpc.site.scheduler.Submission;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.scheduler.Tick;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.scheduler.job.Asked;
import org.diamondhpc.site.scheduler.job.AttemptLines;
import org.diamondhpc.site.scheduler.job.Fence;
import org.diamondhpc.site.scheduler.job.JobText;
import org.diamondhpc.site.scheduler.job.SubmitExchange;
import org.diamondhpc.site.scheduler.job.Violations;
import org.diamondhpc.site.scheduler.script.ScriptReader;
import org.diamondhpc.site.scheduler.text.Program;
import org.diamondhpc.site.scheduler.text.Sections;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteSession;

/** Slurm. The profile's option {@code requeue: true} lets the scheduler start jobs again by itself. */
public final class SlurmDialect implements Dialect {
    private static final String LOOK = Program.of(SlurmDialect.class, "prelude.sh", "look.sh");
    private static final String TICK = Program.of(SlurmDialect.class, "prelude.sh")
            + Program.of(AttemptLines.class, "attempts.sh") + Program.of(SlurmDialect.class, "tick.sh");
    private static final String RESOLVE = Program.of(SlurmDialect.class, "prelude.sh")
            + Program.of(AttemptLines.class, "attempts.sh") + Program.of(SlurmDialect.class, "resolve.sh");
    private static final String USAGE = Program.of(SlurmDialect.class, "prelude.sh", "usage.sh");
    private static final String ACT = Program.of(SlurmDialect.class, "prelude.sh", "act.sh");
    private static final String PREAMBLE = Program.of(SlurmDialect.class, "preamble.sh");
    /** Where only the commands are installed there is no cluster. */
    private static final String PRESENCE = "command -v sbatch >/dev/null && { [ -r \"${SLURM_CONF:-/etc/slurm/slurm.conf}\" ]"
            + " || scontrol show config >/dev/null 2>&1; } && scontrol --version";
    /** Longer than the sum of the single commands' limits at the site. */
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    private final Supplier<String> marks;
    private final SubmitExchange submitting = new SubmitExchange(Program.of(SlurmDialect.class, "ask.sh"),
            (rc, said) -> rc == 0 ? Problem.of(Reason.SCHEDULER_UNCONFIRMED, "no job id in: " + said)
                    : rc == 124 || rc > 128 ? Problem.of(Reason.SCHEDULER_UNCONFIRMED, "sbatch did not answer: " + said)
                    : SlurmMessages.refusal(said));

    /** @param marks random marks, each used once */
    public SlurmDialect(Supplier<String> marks) {
        this.marks = marks;
    }

    @Override
    public String family() {
        return "slurm";
    }

    @Override
    public String presence() {
        return PRESENCE;
    }

    @Override
    public Optional<ScriptReader> scripts() {
        return Optional.of(new SbatchReader());
    }

    @Override
    public Options options() {
        return Options.common().with("cluster", "[A-Za-z0-9_.-]+", "the cluster's name")
                .with("requeue", "true|false", "true or false");
    }

    @Override
    public SiteSnapshot look(SiteSession session, SiteProfile profile, Instant now) {
        return look(session, profile, null, now);
    }

    @Override
    public SiteSnapshot look(SiteSession session, SiteProfile profile, SiteSnapshot before, Instant now) {
        String mark = marks.get();
        String users = profile.accounts().stream().map(Account::user).distinct().collect(Collectors.joining(","));
        Shares known = Shares.of(before);
        CommandResult reply = session.run(RemoteCommand.of(LOOK, mark, users, known.due(now) ? "shares" : "-")
                .within(PATIENCE));
        return new Snapshots(profile, known, now).of(Sections.parse(reply.out(), mark));
    }

    @Override
    public JobScript translate(TaskOrder order, Placement placement, AttemptLayout layout, SiteProfile profile) {
        Violations violations = new Violations();
        boolean requeue = order.spec().checkpoint() != null
                || Boolean.parseBoolean(profile.scheduler().options().get("requeue"));
        List<String> directives = new Directives(new Asked(order, placement, layout, profile, violations)).lines(requeue);
        JobScript script = new JobText(order.attemptId(), order.spec(), layout, profile, violations).hedged(order.hedge())
                .reserving(List.of("SLURM_")).write(directives, PREAMBLE, "srun");
        violations.check();
        return script;
    }

    @Override
    public List<String> directives(Asked asked) {
        return new Directives(asked).lines(false);
    }

    @Override
    public Map<AttemptId, SubmitResult> submitAll(SiteSession session, Collection<Submission> submissions) {
        return submitting.run(session, submissions, marks.get());
    }

    @Override
    public Resolution resolve(SiteSession session, WatchedJob attempt, Instant since) {
        String mark = marks.get();
        CommandResult reply = session.run(RemoteCommand.of(RESOLVE, mark, attempt.layout().directory(),
                attempt.array() ? "a" : "-", String.valueOf(since.getEpochSecond())).within(PATIENCE));
        return new ResolveAnswer(reply.out(), mark, attempt, since).read();
    }

    @Override
    public Optional<String> fence(SiteSession session, WatchedJob attempt) {
        return Fence.close(session, attempt);
    }

    @Override
    public Tick tick(SiteSession session, Collection<WatchedJob> jobs) {
        String mark = marks.get();
        List<WatchedJob> list = List.copyOf(jobs);
        String lines = IntStream.range(0, list.size()).mapToObj(i -> line(i, list.get(i)))
                .collect(Collectors.joining());
        CommandResult reply = session.run(RemoteCommand.of(TICK, mark)
                .withStdin(lines.getBytes(StandardCharsets.UTF_8)).within(PATIENCE));
        return new TickAnswer(reply.out(), mark).read(list);
    }

    private static String line(int number, WatchedJob job) {
        return "%d %s %d %s %s\n".formatted(number, job.jobId() == null ? "-" : job.jobId(),
                job.submittedAt().getEpochSecond(), job.array() ? "a" : "-", job.layout().directory());
    }

    @Override
    public Map<AttemptId, Observation.Accounted> usage(SiteSession session, Collection<WatchedJob> jobs) {
        if (jobs.isEmpty()) {
            return Map.of();
        }
        String mark = marks.get();
        String ids = jobs.stream().map(WatchedJob::jobId).distinct().collect(Collectors.joining(","));
        Instant oldest = jobs.stream().map(WatchedJob::submittedAt).min(Instant::compareTo).orElseThrow();
        CommandResult reply = session.run(RemoteCommand.of(USAGE, mark, ids,
                String.valueOf(oldest.getEpochSecond())).within(PATIENCE));
        return new UsageAnswer(reply.out(), mark).read(jobs);
    }

    @Override
    public Map<String, Problem> cancel(SiteSession session, SiteProfile profile, Collection<String> jobIds) {
        return act(session, "cancel", jobIds);
    }

    @Override
    public Map<String, Problem> cleanDuplicates(SiteSession session, SiteProfile profile,
            Collection<String> jobIds) {
        return act(session, "clean", jobIds);
    }

    @Override
    public Map<String, Problem> hold(SiteSession session, SiteProfile profile, Collection<String> jobIds) {
        return act(session, "hold", jobIds);
    }

    @Override
    public Map<String, Problem> release(SiteSession session, SiteProfile profile, Collection<String> jobIds) {
        return act(session, "release", jobIds);
    }

    private Map<String, Problem> act(SiteSession session, String what, Collection<String> jobIds) {
        Map<String, Problem> problems = new LinkedHashMap<>();
        List<String> legal = jobIds.stream().filter(id -> id.matches("\\d{1,12}(_\\d{1,7})?")).distinct().toList();
        jobIds.stream().filter(id -> !legal.contains(id)).forEach(id -> problems.put(id,
                Problem.of(Reason.INVALID_REQUEST, "not a job's id: " + id)));
        if (legal.isEmpty()) {
            return problems;
        }
        String mark = marks.get();
        CommandResult reply = session.run(RemoteCommand.of(ACT, mark, what)
                .withStdin((String.join("\n", legal) + "\n").getBytes(StandardCharsets.US_ASCII))
                .within(PATIENCE));
        Sections parts = Sections.parse(reply.out(), mark);
        Map<String, Problem> failed = new HashMap<>();
        legal.forEach(id -> ActAnswer.problem(what, parts.get(id)).ifPresent(p -> failed.put(id, p)));
        problems.putAll(failed);
        return problems;
    }

    @Override
    public String explain(String reason) {
        return PendingReasons.explain(reason);
    }
}
