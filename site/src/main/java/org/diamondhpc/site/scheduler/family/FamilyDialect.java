package org.diamondhpc.site.scheduler.family;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
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
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteSession;

/** The port for a family that brings its words: each question is the common program around the family's functions. */
public final class FamilyDialect implements Dialect {
    private static final String FRAME = Program.of(FamilyDialect.class, "frame.sh");
    private static final String FILES = Program.of(AttemptLines.class, "attempts.sh");
    /** Longer than the sum of the single commands' limits at the site. */
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    private final Family family;
    private final Supplier<String> marks;
    private final SubmitExchange submitting;
    private final String prelude;

    /** @param marks random marks, each used once */
    public FamilyDialect(Family family, Supplier<String> marks) {
        this.family = family;
        this.marks = marks;
        this.prelude = FRAME + Program.of(family.getClass(), "prelude.sh");
        this.submitting = new SubmitExchange(Program.of(family.getClass(), "ask.sh"), family::refusal);
    }

    @Override
    public String family() {
        return family.name();
    }

    @Override
    public Optional<ScriptReader> scripts() {
        return Optional.of(family.scripts());
    }

    @Override
    public Options options() {
        return family.options();
    }

    @Override
    public String presence() {
        return family.presence();
    }

    @Override
    public SiteSnapshot look(SiteSession session, SiteProfile profile, Instant now) {
        String mark = marks.get();
        String users = profile.accounts().stream().map(Account::user).distinct().collect(Collectors.joining(","));
        String out = session.run(RemoteCommand.of(prelude + Program.of(family.getClass(), "look.sh"), mark, users)
                .within(PATIENCE)).out();
        Look look = new Look(family.name(), Sections.parse(out, mark), mark, profile, now);
        try {
            return family.look(look);
        } catch (IllegalArgumentException e) {
            return look.unavailable("what the scheduler says cannot be read: " + e.getMessage());
        }
    }

    @Override
    public JobScript translate(TaskOrder order, Placement placement, AttemptLayout layout, SiteProfile profile) {
        Violations violations = new Violations();
        Script script = family.translate(new Asked(order, placement, layout, profile, violations));
        JobScript files = new JobText(order.attemptId(), order.spec(), layout, profile, violations).hedged(order.hedge())
                .reserving(script.reserved()).write(script.directives(),
                        Program.of(family.getClass(), "preamble.sh"), script.launcher());
        violations.check();
        return files;
    }

    @Override
    public List<String> directives(Asked asked) {
        return family.translate(asked).directives();
    }

    @Override
    public Map<AttemptId, SubmitResult> submitAll(SiteSession session, Collection<Submission> submissions) {
        return submitting.run(session, submissions, marks.get());
    }

    @Override
    public Resolution resolve(SiteSession session, WatchedJob attempt, Instant since) {
        String mark = marks.get();
        String out = session.run(RemoteCommand.of(prelude + FILES + Program.of(FamilyDialect.class, "resolve.sh"), mark,
                attempt.layout().directory(), attempt.array() ? "a" : "-", String.valueOf(since.getEpochSecond()),
                attempt.attempt().toString()).within(PATIENCE)).out();
        return new Answer(family, out, mark).resolution(attempt, since);
    }

    @Override
    public Optional<String> fence(SiteSession session, WatchedJob attempt) {
        return Fence.close(session, attempt);
    }

    @Override
    public Tick tick(SiteSession session, Collection<WatchedJob> jobs) {
        List<WatchedJob> list = List.copyOf(jobs);
        return ask(session, list, "-").tick(list);
    }

    @Override
    public Map<AttemptId, Observation.Accounted> usage(SiteSession session, Collection<WatchedJob> jobs) {
        List<WatchedJob> list = jobs.stream().filter(j -> j.jobId() != null).toList();
        return list.isEmpty() ? Map.of() : ask(session, list, "usage").usage(list);
    }

    private Answer ask(SiteSession session, List<WatchedJob> jobs, String what) {
        String mark = marks.get();
        String lines = IntStream.range(0, jobs.size()).mapToObj(i -> line(i, jobs.get(i)))
                .collect(Collectors.joining());
        String out = session.run(RemoteCommand.of(prelude + FILES + Program.of(FamilyDialect.class, "tick.sh"), mark, what)
                .withStdin(lines.getBytes(StandardCharsets.UTF_8)).within(PATIENCE)).out();
        return new Answer(family, out, mark);
    }

    private static String line(int number, WatchedJob job) {
        return "%d %s %d %s %s\n".formatted(number, job.jobId() == null ? "-" : job.jobId(),
                job.submittedAt().getEpochSecond(), job.array() ? "a" : "-", job.layout().directory());
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
        List<String> legal = jobIds.stream().filter(id -> family.jobId().matcher(id).matches()).distinct().toList();
        jobIds.stream().filter(id -> !legal.contains(id)).forEach(id -> problems.put(id,
                Problem.of(Reason.INVALID_REQUEST, "not a job's id: " + id)));
        if (!legal.isEmpty()) {
            String mark = marks.get();
            String out = session.run(RemoteCommand.of(prelude + Program.of(FamilyDialect.class, "act.sh"), mark, what)
                    .withStdin((String.join("\n", legal) + "\n").getBytes(StandardCharsets.US_ASCII))
                    .within(PATIENCE)).out();
            Sections parts = Sections.parse(out, mark);
            legal.forEach(id -> family.undone(what, parts.get(id)).ifPresent(p -> problems.put(id, p)));
        }
        return problems;
    }

    @Override
    public String explain(String reason) {
        return family.explain(reason);
    }
}
