package org.diamondhpc.site.scheduler.fork;

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
import org.diamondhpc.schemas.task.JobUsage;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
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
import org.diamondhpc.site.scheduler.job.AttemptFiles;
import org.diamondhpc.site.scheduler.job.AttemptLines;
import org.diamondhpc.site.scheduler.job.Fence;
import org.diamondhpc.site.scheduler.job.JobText;
import org.diamondhpc.site.scheduler.job.SubmitExchange;
import org.diamondhpc.site.scheduler.text.Program;
import org.diamondhpc.site.scheduler.text.Sections;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteSession;

/**
 * No scheduler: processes of the login under a small queue. The profile's option {@code slots} caps the cores in use,
 * {@code memory} what they may book together: a job that asks for none counts with its slots' share. Who came first goes
 * first, also where a later one would fit. What is booked is not enforced: a program that takes more is not stopped.
 */
public final class ForkDialect implements Dialect {
    public static final String FAMILY = "fork";
    private static final String HEAD = "M=$1\nF_ROOT=$2\n" + Program.of(ForkDialect.class, "process.sh", "state.sh");
    private static final String FILES = Program.of(AttemptLines.class, "attempts.sh");
    private static final String LOOK = HEAD + Program.of(ForkDialect.class, "look.sh");
    private static final String TICK = HEAD + FILES + Program.of(ForkDialect.class, "tick.sh");
    private static final String RESOLVE = HEAD + FILES + Program.of(ForkDialect.class, "resolve.sh");
    private static final String ACT = HEAD + Program.of(ForkDialect.class, "act.sh");

    private final Supplier<String> marks;
    private final SubmitExchange submitting = new SubmitExchange(Program.of(ForkDialect.class, "ask.sh"),
            (rc, said) -> Problem.of(said.contains("no space") ? Reason.SITE_DISK_FULL : Reason.SCHEDULER_REFUSED, said));

    /** @param marks random marks, each used once */
    public ForkDialect(Supplier<String> marks) {
        this.marks = marks;
    }

    @Override
    public String family() {
        return FAMILY;
    }

    @Override
    public Options options() {
        return Options.common().with("slots", "[1-9]\\d{0,4}", "a number of cores, from 1")
                .with("memory", "[1-9]\\d{0,8}(MB|GB|MiB|GiB)", "an amount of memory such as 16GiB");
    }

    @Override
    public SiteSnapshot look(SiteSession session, SiteProfile profile, Instant now) {
        String mark = marks.get();
        String out = session.run(RemoteCommand.of(LOOK, mark, root(session, profile))).out();
        return ForkSnapshot.of(Sections.parse(out, mark), profile, session.account().user(), now);
    }

    @Override
    public JobScript translate(TaskOrder order, Placement placement, AttemptLayout layout, SiteProfile profile) {
        return new Launch(order, placement, layout, profile).translate();
    }

    /** There are none: a person runs the script, and nothing keeps its limits. */
    @Override
    public List<String> directives(Asked asked) {
        Launch.refuse(asked);
        asked.says("there is no scheduler: whoever runs the script sees to it", "/name", "/resources", "/array", "/queue",
                "/checkpoint");
        return List.of();
    }

    @Override
    public Map<AttemptId, SubmitResult> submitAll(SiteSession session, Collection<Submission> submissions) {
        return submitting.run(session, submissions, marks.get());
    }

    @Override
    public Resolution resolve(SiteSession session, WatchedJob attempt, Instant since) {
        String mark = marks.get();
        String out = session.run(RemoteCommand.of(RESOLVE, mark, JobText.root(attempt.layout()),
                attempt.layout().directory(), attempt.array() ? "a" : "-")).out();
        Sections parts = Sections.parse(out, mark);
        if (!parts.get("jobs").ok()) {
            return new Resolution.NotHealthy(Problem.of(Reason.SCHEDULER_UNAVAILABLE, parts.get("jobs").said()));
        }
        AttemptFiles files = AttemptLines.parse(parts.get("files").text()).getOrDefault(0, AttemptFiles.UNSEEN);
        Optional<String> owner = files.owner().filter(o -> !o.equals(AttemptFiles.NOBODY));
        Optional<String> queued = parts.get("jobs").text().lines().filter(l -> l.matches("\\d+")).findFirst();
        return owner.map(o -> found(o, "claim", since)).or(() -> files.recorded().map(r -> found(r, "file", since)))
                .or(() -> queued.map(q -> found(q, "queue", since)))
                .orElseGet(() -> new Resolution.NotFound(List.of("no job of " + attempt.attempt() + " in the queue's folder",
                        "files: no job id and no claim in " + attempt.layout().directory())));
    }

    private static Resolution found(String id, String by, Instant since) {
        return new Resolution.Found(id, by, since);
    }

    @Override
    public Optional<String> fence(SiteSession session, WatchedJob attempt) {
        return Fence.close(session, attempt);
    }

    @Override
    public Tick tick(SiteSession session, Collection<WatchedJob> jobs) {
        String mark = marks.get();
        List<WatchedJob> list = List.copyOf(jobs);
        if (list.isEmpty()) {
            return new Tick(Instant.EPOCH, Tick.Part.NOT_ASKED, Tick.Part.NOT_ASKED, Tick.Part.NOT_ASKED, null);
        }
        String lines = IntStream.range(0, list.size()).mapToObj(i -> "%d %s %s %s%n".formatted(i,
                list.get(i).jobId() == null ? "-" : list.get(i).jobId(), list.get(i).array() ? "a" : "-",
                list.get(i).layout().directory())).collect(Collectors.joining());
        String out = session.run(RemoteCommand.of(TICK, mark, JobText.root(list.getFirst().layout()))
                .withStdin(lines.getBytes(StandardCharsets.UTF_8))).out();
        return new ForkAnswer(out, mark).read(list);
    }

    /** There is no accounting: only the time from start to end is known. */
    @Override
    public Map<AttemptId, Observation.Accounted> usage(SiteSession session, Collection<WatchedJob> jobs) {
        Map<AttemptId, Observation.Accounted> all = new LinkedHashMap<>();
        tick(session, jobs).observations().forEach((attempt, seen) -> {
            if (seen.getFirst() instanceof Observation.Ended e && e.outcome().startedAt() != null
                    && e.outcome().endedAt() != null) {
                Duration elapsed = Duration.between(e.outcome().startedAt(), e.outcome().endedAt());
                all.put(attempt, new Observation.Accounted(e.outcome().end().name(),
                        new JobUsage(elapsed, null, null, null, null)));
            }
        });
        return all;
    }

    @Override
    public Map<String, Problem> cancel(SiteSession session, SiteProfile profile, Collection<String> jobIds) {
        return act(session, profile, "cancel", jobIds);
    }

    @Override
    public Map<String, Problem> cleanDuplicates(SiteSession session, SiteProfile profile,
            Collection<String> jobIds) {
        return act(session, profile, "clean", jobIds);
    }

    @Override
    public Map<String, Problem> hold(SiteSession session, SiteProfile profile, Collection<String> jobIds) {
        return act(session, profile, "hold", jobIds);
    }

    @Override
    public Map<String, Problem> release(SiteSession session, SiteProfile profile, Collection<String> jobIds) {
        return act(session, profile, "release", jobIds);
    }

    private Map<String, Problem> act(SiteSession session, SiteProfile profile, String what,
            Collection<String> jobIds) {
        Map<String, Problem> problems = new LinkedHashMap<>();
        List<String> legal = jobIds.stream().filter(id -> id.matches("\\d{10,20}")).distinct().toList();
        jobIds.stream().filter(id -> !legal.contains(id)).forEach(id -> problems.put(id,
                Problem.of(Reason.INVALID_REQUEST, "not a job's id: " + id)));
        if (!legal.isEmpty()) {
            String mark = marks.get();
            Sections parts = Sections.parse(session.run(RemoteCommand.of(ACT, mark, root(session, profile), what)
                    .withStdin((String.join("\n", legal) + "\n").getBytes(StandardCharsets.US_ASCII))).out(), mark);
            legal.stream().filter(id -> !parts.get(id).ok()).forEach(id -> problems.put(id,
                    Problem.of(Reason.INVALID_STATE, parts.get(id).said())));
        }
        return problems;
    }

    private static String root(SiteSession session, SiteProfile profile) {
        return session.expand(profile.storage().root());
    }

    @Override
    public String explain(String reason) {
        return words(reason);
    }

    static String words(String reason) {
        return switch (reason) {
            case "Slots", "WAITING" -> "waits until enough of the machine's slots and memory are free";
            case "STARTING" -> "is being started";
            case "HELD", "JobHeldUser" -> "held by its owner; `release` lets it go";
            default -> reason;
        };
    }
}
