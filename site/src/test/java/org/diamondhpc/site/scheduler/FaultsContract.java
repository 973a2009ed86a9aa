package org.diamondhpc.site.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.diamondhpc.schemas.reason.Outcome;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.TestingTasks.Attempt;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every fault of a family's commands ({@link RecordedMessage}), said over SSH in the state that it belongs to: what the
 * dialect makes of it, and that whatever is done next there is one job and its work runs once.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class FaultsContract {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String WORK = "echo ran >> ran";

    private final String family;
    private final Dialect dialect;
    private ReplayedSite site;
    private SiteSession session;
    private SiteProfile profile;
    private Kept running;
    private Kept waiting;
    private Kept over;
    private Kept gone;

    protected FaultsContract(String family) {
        this.family = family;
        this.dialect = Dialects.standard().of(family);
    }

    /** A job that stays in its state while faults come and go. */
    private record Kept(Attempt attempt, WatchedJob job) {
    }

    @BeforeAll
    void open() throws IOException {
        site = ReplayedSite.start(family);
        session = site.session();
        profile = site.profile();
        over = keep("{'script':'" + WORK + "; exit 3'}");
        running = keep("{'script':'" + WORK + "; sleep 3000','resources':{'duration':'20h'}}");
        Awaitility.await().atMost(SOON).until(() -> look(over) instanceof Observation.Ended
                && look(running) instanceof Observation.Running);
        site.fault("starts-off", true);
        waiting = keep("{'script':'true'}");
        assertThat(dialect.hold(session, profile, List.of(waiting.job.jobId()))).isEmpty();
        gone = keep("{'script':'true'}");
        site.forget(gone.job.jobId());
        site.fault("starts-off", false);
    }

    @AfterAll
    void close() {
        Stream.of(running, waiting).filter(Objects::nonNull)
                .forEach(kept -> dialect.cancel(session, profile, List.of(kept.job.jobId())));
        if (site != null) {
            site.close();
        }
    }

    @AfterEach
    void wellAgain() throws IOException {
        site.wellAgain();
    }

    private Kept keep(String json) {
        Attempt attempt = TestingTasks.attempt(session, profile, json);
        SubmitResult.Accepted accepted = (SubmitResult.Accepted) dialect.submit(session, attempt.submission());
        return new Kept(attempt, attempt.watched(accepted.jobId(), accepted.submittedAt()));
    }

    private Observation look(Kept kept) {
        return look(List.of(kept)).getFirst();
    }

    private List<Observation> look(List<Kept> all) {
        Tick tick = dialect.tick(session, all.stream().map(Kept::job).toList());
        return all.stream().map(k -> tick.observations().get(k.job.attempt()).getFirst()).toList();
    }

    /** What several samples say word for word is said once. */
    private Stream<RecordedMessage> messages(String act, String... states) {
        List<String> some = List.of(states);
        Set<List<Object>> said = new HashSet<>();
        return RecordedMessage.of(family).stream().filter(m -> m.act().equals(act)
                && (some.isEmpty() || some.contains(m.state())) && said.add(List.of(m.command(), m.state(), m.status(), m.words())));
    }

    Stream<RecordedMessage> refusals() {
        return messages("submit", "none");
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aRefusedSubmissionLeavesNothingAndIsAskedAgainOnlyWhereThatMayHelp(RecordedMessage message) throws IOException {
        Attempt attempt = attempt(message);
        site.says(message, "instead");

        SubmitResult result = dialect.submit(session, attempt.submission());

        assertThat(result).isInstanceOf(SubmitResult.Refused.class);
        Problem problem = ((SubmitResult.Refused) result).problem();
        assertThat(problem.reason()).isEqualTo(Reason.valueOf(message.meaning()));
        assertThat(verdict(problem.reason())).isEqualTo(message.verdict());
        site.wellAgain();
        assertThat(dialect.resolve(session, attempt.watched(null, Instant.now()), Instant.now().minusSeconds(60)))
                .isInstanceOf(Resolution.NotFound.class);
        assertThat(site.accepted(attempt.layout())).isZero();
        if (message.verdict().equals("here")) {
            SubmitResult again = dialect.submit(session, attempt.submission());
            assertThat(again).isInstanceOf(SubmitResult.Accepted.class);
            runsOnce(attempt, ((SubmitResult.Accepted) again).jobId());
        }
    }

    Stream<RecordedMessage> lostAnswers() {
        return messages("submit", "taken", "cut");
    }

    @ParameterizedTest
    @MethodSource("lostAnswers")
    void aJobWhoseAnswerWasLostIsFoundAndNotSubmittedAgain(RecordedMessage message) throws IOException {
        Attempt attempt = attempt(message);
        site.says(message, message.state());

        SubmitResult result = dialect.submit(session, attempt.submission());

        assertThat(result).isInstanceOf(SubmitResult.Unconfirmed.class);
        Problem problem = ((SubmitResult.Unconfirmed) result).problem();
        assertThat(problem.reason()).isEqualTo(Reason.valueOf(message.meaning()));
        assertThat(verdict(problem.reason())).isEqualTo(message.verdict());
        site.wellAgain();
        Resolution found = dialect.resolve(session, attempt.watched(null, Instant.now()), Instant.now().minusSeconds(60));
        assertThat(found).isInstanceOf(Resolution.Found.class);
        runsOnce(attempt, ((Resolution.Found) found).jobId());
    }

    Stream<RecordedMessage> lateOnes() {
        return messages("submit", "late");
    }

    /** The scheduler takes the first request after healthy looks found nothing, and the product has asked again. */
    @ParameterizedTest
    @MethodSource("lateOnes")
    void twoJobsOfOneAttemptRunItsWorkOnce(RecordedMessage message) throws IOException {
        Attempt attempt = attempt(message);
        site.says(message, "late");
        assertThat(dialect.submit(session, attempt.submission())).isInstanceOf(SubmitResult.Unconfirmed.class);
        site.wellAgain();
        assertThat(dialect.resolve(session, attempt.watched(null, Instant.now()), Instant.now().minusSeconds(60)))
                .isInstanceOf(Resolution.NotFound.class);

        SubmitResult again = dialect.submit(session, attempt.submission());
        site.fault("thaw", true);

        WatchedJob job = attempt.watched(((SubmitResult.Accepted) again).jobId(), Instant.now().minusSeconds(5));
        List<Observation> seen = new ArrayList<>();
        Awaitility.await().atMost(SOON).until(() -> {
            seen.addAll(dialect.tick(session, List.of(job)).observations().get(job.attempt()));
            // Whichever of the two begins first owns the attempt; the other ends at once and leaves word of it.
            return site.begun(attempt.layout()) == 2 && seen.stream().anyMatch(o -> o instanceof Observation.Duplicate
                    || o instanceof Observation.ClaimedBy);
        });
        Awaitility.await().atMost(SOON).until(() -> !ran(attempt).isEmpty());
        assertThat(site.accepted(attempt.layout())).isEqualTo(2);
        assertThat(ran(attempt)).isEqualTo("ran\n");
    }

    private Attempt attempt(RecordedMessage message) {
        // Only several processes get an instance of their own.
        return TestingTasks.attempt(session, profile, message.command().equals("flux batch")
                ? "{'script':'" + WORK + "','resources':{'processesPerNode':2}}" : "{'script':'" + WORK + "'}");
    }

    private void runsOnce(Attempt attempt, String id) throws IOException {
        Kept kept = new Kept(attempt, attempt.watched(id, Instant.now().minusSeconds(60)));
        Awaitility.await().atMost(SOON).until(() -> look(kept) instanceof Observation.Ended);
        assertThat(look(kept)).isInstanceOfSatisfying(Observation.Ended.class,
                e -> assertThat(e.outcome().end()).isEqualTo(JobEnd.COMPLETED));
        assertThat(dialect.submit(session, attempt.submission())).isInstanceOfSatisfying(SubmitResult.Adopted.class,
                a -> assertThat(a.jobId()).isEqualTo(id));
        assertThat(List.of(site.accepted(attempt.layout()), site.begun(attempt.layout()))).containsExactly(1L, 1L);
        assertThat(ran(attempt)).isEqualTo("ran\n");
    }

    private String ran(Attempt attempt) {
        return session.run(RemoteCommand.of("cat \"$1\" 2>/dev/null", attempt.layout().work() + "/ran")).out();
    }

    /** As the services decide: submission's rules by the outcome, placement's by the family of the reason. */
    private static String verdict(Reason reason) {
        return reason.outcome() == Outcome.UNKNOWN ? "look" : reason.outcome() == Outcome.TEMPORARY ? "here"
                : reason.family().equals("INVALID") ? "ends" : "elsewhere";
    }

    Stream<RecordedMessage> listings() {
        return messages("queue");
    }

    @ParameterizedTest
    @MethodSource("listings")
    void aLookThatFailedIsNoNewsAndAnIdThatNobodyKnowsIs(RecordedMessage message) throws IOException {
        List<Kept> all = message.state().equals("empty") ? List.of(over, gone) : List.of(running, over, gone);
        boolean beside = message.meaning().equals("known") && !message.command().endsWith(" -x")
                && !message.state().equals("empty");
        site.says(message.about(gone.job.jobId()), beside ? "beside" : "instead",
                message.state().equals("over") ? over.job.jobId() : gone.job.jobId());

        List<Observation> seen = look(all);

        assertThat(seen.stream().map(o -> o.getClass().getSimpleName())).containsExactlyElementsOf(switch (message.meaning()) {
            // The job that is over left a record of its own, which needs no word of the scheduler's.
            case "down", "no-ids" -> List.of("Unobserved", "Ended", "Unobserved");
            case "no-accounting", "no-history" -> List.of("Running", "Ended", "Unobserved");
            default -> List.of("Running", "Ended", "Absent").subList(3 - all.size(), 3);
        });
        if (!message.meaning().equals("known")) {
            assertThat(dialect.resolve(session, never().watched(null, Instant.now()), Instant.now().minusSeconds(60)))
                    .isInstanceOf(List.of("down", "no-history", "no-word").contains(message.meaning())
                            ? Resolution.NotHealthy.class : Resolution.NotFound.class);
            site.wellAgain();
            assertThat(look(List.of(running, over, gone)).stream().map(o -> o.getClass().getSimpleName()))
                    .containsExactly("Running", "Ended", "Absent");
        }
        assertThat(site.begun(running.attempt.layout())).isOne();
    }

    Stream<RecordedMessage> looks() {
        return messages("queue").filter(m -> m.meaning().equals("no-look") || m.meaning().equals("down")
                && !m.command().equals("qselect"));
    }

    @ParameterizedTest
    @MethodSource("looks")
    void placementKeepsWhatItSawBefore(RecordedMessage message) throws IOException {
        site.says(message, "instead");

        SiteSnapshot seen = dialect.look(session, profile, Instant.now());

        assertThat(seen.seenAt()).isNull();
        assertThat(seen.health().state()).isEqualTo(SiteHealth.State.DEGRADED);
        assertThat(seen.health().problem().reason()).isEqualTo(Reason.SCHEDULER_UNAVAILABLE);
    }

    private Attempt never() {
        return TestingTasks.attempt(session, profile, "{'script':'true'}");
    }

    Stream<RecordedMessage> acts() {
        return Stream.of("cancel", "hold", "release").flatMap(act -> messages(act)).filter(m -> m.status() != 0);
    }

    @ParameterizedTest
    @MethodSource("acts")
    void anActThatFailedIsToldAndHarmsNothing(RecordedMessage message) throws IOException {
        Kept kept = Map.of("running", running, "waiting", waiting, "over", over, "gone", gone).get(message.state());
        List<String> id = List.of(kept.job.jobId());
        site.says(message, "instead");

        Map<String, Problem> problems = switch (message.act()) {
            case "cancel" -> dialect.cancel(session, profile, id);
            case "hold" -> dialect.hold(session, profile, id);
            default -> dialect.release(session, profile, id);
        };

        assertThat(problems.values().stream().map(p -> p.reason().name()))
                .isEqualTo(message.meaning().equals("done") ? List.of() : List.of(message.meaning()));
        site.wellAgain();
        assertThat(look(List.of(running, waiting, over, gone)).stream().map(o -> o.getClass().getSimpleName()))
                .containsExactly("Running", "Pending", "Ended", "Absent");
    }
}
