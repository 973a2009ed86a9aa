package org.diamondhpc.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.schemas.event.TaskEvent.PlacementDeferred;
import org.diamondhpc.schemas.event.TaskEvent.PlacementFailed;
import org.diamondhpc.schemas.event.TaskEvent.TaskCancelled;
import org.diamondhpc.schemas.event.TaskEvent.TaskPlaced;
import org.diamondhpc.schemas.event.TaskEvent.TaskRequested;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Leg;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.diamondhpc.schemas.task.Staging;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.schemas.task.Verdict;
import org.diamondhpc.site.session.SiteException;
import org.junit.jupiter.api.Test;

/** The whole service, from the events it reads to those it writes. */
@QuarkusTest
class DiscoveryTest extends ServiceTest {
    @Test
    void placesATaskWhereItIsDoneFirst() {
        up(SampleSite.idle("alpha", 2, 8).running("1", "main", 8, Duration.ofHours(1), Duration.ZERO, "a001", "a002"));
        up(SampleSite.idle("beta", 2, 8));

        TaskOrder order = request(task());

        TaskPlaced placed = tasks.one(TaskPlaced.class, order.task());
        assertThat(placed.order()).isEqualTo(order);
        assertThat(placed.placement().site()).isEqualTo(new SiteId("beta"));
        assertThat(placed.placement().user()).isEqualTo("user");
        assertThat(placed.placement().partition()).isEqualTo("main");
        assertThat(placed.placement().why()).contains("beta:main", "earliest predicted completion");
        assertThat(placed.placement().candidates()).extracting(Candidate::verdict)
                .containsExactly(Verdict.READY, Verdict.BUSY);
        assertThat(column(order, "site")).isEqualTo("beta");
    }

    @Test
    void aTaskThatNoSiteCanRunFailsWithTheVerdicts() {
        up(SampleSite.idle("alpha", 2, 8));

        TaskOrder order = request(task().cores(64));

        PlacementFailed failed = tasks.one(PlacementFailed.class, order.task());
        assertThat(failed.problem().reason()).isEqualTo(Reason.PLACEMENT_INFEASIBLE);
        assertThat(failed.candidates()).singleElement().satisfies(c -> {
            assertThat(c.verdict()).isEqualTo(Verdict.INCOMPATIBLE);
            assertThat(c.why()).contains("no node with 64 cores");
        });
    }

    @Test
    void aTaskWaitsForASiteThatIsDownAndGoesOnByItself() {
        sites.down("alpha");
        awaitHealth("alpha", SiteHealth.State.DOWN);

        TaskOrder order = request(task());

        PlacementDeferred deferred = tasks.one(PlacementDeferred.class, order.task());
        assertThat(deferred.problem().reason()).isEqualTo(Reason.SITE_UNREACHABLE);
        Instant back = Instant.now();
        sites.put(SampleSite.idle("alpha", 2, 8).snapshot());
        TaskPlaced placed = tasks.one(TaskPlaced.class, order.task());
        assertThat(placed.placement().site()).isEqualTo(new SiteId("alpha"));
        assertThat(tasks.of(PlacementDeferred.class, order.task())).hasSize(1);
        assertThat(Duration.between(back, Instant.now())).isLessThan(Duration.ofSeconds(8));
    }

    @Test
    void aDeferralIsToldAgainOnlyWhenItsCauseChanges() {
        up(SampleSite.idle("alpha", 2, 8));
        sites.down("alpha");
        awaitHealth("alpha", SiteHealth.State.DOWN);
        TaskOrder order = request(task());
        tasks.one(PlacementDeferred.class, order.task());

        sites.look(new SiteId("alpha"), at -> {
            throw SiteException.of(Reason.SITE_NEEDS_LOGIN, "a code is wanted");
        });

        tasks.one(PlacementDeferred.class, order.task(), d -> d.problem().reason() == Reason.SITE_NEEDS_LOGIN);
        assertThat(tasks.of(PlacementDeferred.class, order.task())).extracting(d -> d.problem().reason())
                .containsExactly(Reason.SITE_UNREACHABLE, Reason.SITE_NEEDS_LOGIN);
        assertThat(snapshot("alpha").nodes()).as("the last good data").isNotEmpty();
    }

    @Test
    void aDeferredTaskCanBeCancelled() throws InterruptedException {
        sites.down("alpha");
        awaitHealth("alpha", SiteHealth.State.DOWN);
        TaskOrder order = request(task());
        tasks.one(PlacementDeferred.class, order.task());

        publish(new TaskEvent.TaskCancelRequested(order.task(), order.tenant(), "me", "no longer needed"));

        assertThat(tasks.one(TaskCancelled.class, order.task()).stage()).isEqualTo("placing");
        sites.put(SampleSite.idle("alpha", 2, 8).snapshot());
        awaitHealth("alpha", SiteHealth.State.UP);
        Thread.sleep(1500);
        assertThat(tasks.of(TaskPlaced.class, order.task())).isEmpty();
    }

    @Test
    void whatComesBackAfterACancelIsCancelled() {
        up(SampleSite.idle("alpha", 2, 8));
        TaskOrder order = request(task());
        TaskPlaced placed = tasks.one(TaskPlaced.class, order.task());

        publish(new TaskEvent.TaskCancelRequested(order.task(), order.tenant(), "me", null));
        publish(new TaskEvent.JobRejected(order, placed.placement(), Problem.of(Reason.SCHEDULER_REFUSED, "no")));

        assertThat(tasks.one(TaskCancelled.class, order.task()).stage()).isEqualTo("placing");
        assertThat(tasks.of(TaskPlaced.class, order.task())).hasSize(1);
    }

    @Test
    void aPlaceThatRefusedForGoodIsNotAskedAgain() {
        up(SampleSite.idle("alpha", 4, 8));
        up(SampleSite.idle("beta", 2, 8));
        TaskOrder order = request(task());
        TaskPlaced first = tasks.one(TaskPlaced.class, order.task());

        publish(new TaskEvent.JobRejected(first.order(), first.placement(),
                Problem.of(Reason.SCHEDULER_INVALID_QOS, "Invalid qos specification")));

        TaskPlaced second = tasks.one(TaskPlaced.class, order.task(), p -> p.order().attempt() == 2);
        assertThat(first.placement().site()).isEqualTo(new SiteId("alpha"));
        assertThat(second.placement().site()).isEqualTo(new SiteId("beta"));
        assertThat(second.placement().candidates()).anySatisfy(c -> {
            assertThat(c.site()).isEqualTo(new SiteId("alpha"));
            assertThat(c.why()).contains("an earlier attempt", "Invalid qos specification");
        });
        publish(new TaskEvent.JobRejected(second.order(), second.placement(),
                Problem.of(Reason.SCHEDULER_INVALID_QOS, "Invalid qos specification")));
        PlacementFailed failed = tasks.one(PlacementFailed.class, order.task());
        assertThat(failed.problem().reason()).isEqualTo(Reason.SCHEDULER_INVALID_QOS);
        assertThat(column(order, "outcome")).isEqualTo("SCHEDULER_INVALID_QOS");
    }

    @Test
    void aStaleRefusalIsPassedOver() throws InterruptedException {
        up(SampleSite.idle("alpha", 4, 8));
        up(SampleSite.idle("beta", 2, 8));
        TaskOrder order = request(task());
        TaskPlaced first = tasks.one(TaskPlaced.class, order.task());
        TaskEvent.JobRejected rejected = new TaskEvent.JobRejected(first.order(), first.placement(),
                Problem.of(Reason.SCHEDULER_REFUSED, "no"));

        publish(rejected);
        tasks.one(TaskPlaced.class, order.task(), p -> p.order().attempt() == 2);
        publish(rejected);

        Thread.sleep(1000);
        assertThat(tasks.of(TaskPlaced.class, order.task())).hasSize(2);
    }

    @Test
    void aPlaceThatIsFullForNowIsTriedAgainLater() {
        up(SampleSite.idle("alpha", 4, 8));
        TaskOrder order = request(task());
        TaskPlaced first = tasks.one(TaskPlaced.class, order.task());

        publish(new TaskEvent.JobRejected(first.order(), first.placement(),
                Problem.of(Reason.SCHEDULER_BUSY, "QOSMaxSubmitJobPerUserLimit")));

        assertThat(tasks.one(PlacementDeferred.class, order.task()).problem().reason()).isEqualTo(Reason.SCHEDULER_BUSY);
        TaskPlaced second = tasks.one(TaskPlaced.class, order.task(), p -> p.order().attempt() == 2);
        assertThat(second.placement().site()).isEqualTo(new SiteId("alpha"));
    }

    @Test
    void aTaskThatDependsOnOthersIsPlacedWhenTheyAreDone() throws InterruptedException {
        up(SampleSite.idle("alpha", 4, 8));
        TaskOrder free = task().order();
        TaskOrder order = with(free, new TaskId("t-00000000"));

        publish(new TaskRequested(order));
        Thread.sleep(700);
        assertThat(tasks.of(TaskPlaced.class, order.task())).isEmpty();
        publish(new TaskEvent.DependenciesMet(order));

        assertThat(tasks.one(TaskPlaced.class, order.task()).order()).isEqualTo(order);
    }

    @Test
    void fiveHundredTasksSpreadOverTheSites() {
        for (String site : List.of("alpha", "beta", "gamma", "delta")) {
            up(SampleSite.idle(site, 16, 128).partition("long", Duration.ofDays(7)));
        }
        List<TaskOrder> orders = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            orders.add(task().cores(4).order());
        }

        long began = System.nanoTime();
        QuarkusTransaction.requiringNew().run(() -> orders.forEach(o -> publisher.publish(new TaskRequested(o))));
        await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(20)).until(() ->
                rows("select count(*) from decision where claiming").getFirst().equals(500L));
        double seconds = (System.nanoTime() - began) / 1e9;

        Map<String, Integer> spread = new HashMap<>();
        orders.forEach(o -> spread.merge(tasks.one(TaskPlaced.class, o.task()).placement().site().value(), 1, Integer::sum));
        System.out.printf("500 tasks in %.2f s, deciding took %.2f s, spread %s%n", seconds,
                meters.timer("diamond.placing").totalTime(TimeUnit.SECONDS), spread);
        assertThat(spread.values()).hasSize(4).allMatch(n -> n >= 100);
    }

    @Test
    void writesDownWhatBecameOfAPrediction() {
        up(SampleSite.idle("alpha", 4, 8));
        SiteId alpha = new SiteId("alpha");
        TaskOrder order = request(task().inputs(new ResolvedInput("ws://w/x", "x", null, false, 40_000_000L, null,
                List.of(Replica.inStore("00")))));
        TaskPlaced placed = tasks.one(TaskPlaced.class, order.task());
        Instant started = Instant.now().plusSeconds(30).truncatedTo(ChronoUnit.MILLIS);
        JobRef job = new JobRef(alpha, "77", Instant.now());

        publish(new TaskEvent.InputsStaged(order, placed.placement(), new Staging(List.of(), 40_000_000,
                Duration.ofSeconds(2), "sftp", null, null)));
        publish(new TaskEvent.JobSubmitted(order, placed.placement(), job, "reply", 1));
        publish(new TaskEvent.JobStarted(order.attemptId(), order.tenant(), job, started, List.of("a001")));
        publish(new TaskEvent.JobFinished(order, placed.placement(), job, new JobOutcome(JobEnd.COMPLETED, 0, null,
                "COMPLETED", null, started, started.plusSeconds(90), List.of("a001"), null, null), List.of()));

        await().atMost(Duration.ofSeconds(10)).until(() -> "COMPLETED".equals(column(order, "outcome")));
        assertThat(placed.placement().prediction().staging()).isEqualTo(Duration.ofSeconds(1));
        assertThat((Double) column(order, "actual_stage_sec")).isEqualTo(2);
        assertThat((Double) column(order, "actual_run_sec")).isEqualTo(90);
        assertThat((Double) column(order, "actual_wait_sec")).isBetween(25.0, 31.0);
        assertThat((Boolean) column(order, "claiming")).isFalse();
        assertThat(rows("select bytes_per_second from throughput where from_site = '' and to_site = 'alpha'"))
                .containsExactly(20e6);
    }

    @Test
    void transfersOfAgentsTellHowFastAWayIs() throws Exception {
        TransferEvent.TransferFinished event = new TransferEvent.TransferFinished(new TransferId("x-00000001"),
                new TenantId("alice"), "globus", List.of(), 90_000_000, Instant.now(), List.of(new Leg(new SiteId("alpha"),
                        new SiteId("beta"), "globus", 3, 90_000_000, Duration.ofSeconds(3), null)), null);

        publish(event);

        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(rows(
                "select bytes_per_second from throughput where from_site = 'alpha' and to_site = 'beta'"))
                .containsExactly(30e6));
    }

    @Test
    void answersWhereATaskWouldGoWithoutPlacingIt() throws Exception {
        up(SampleSite.idle("alpha", 4, 8));
        TaskOrder order = task().order();

        SiteReply.Plan plan = (SiteReply.Plan) ask(new SiteRequest.PlanPlacement(order.tenant(), order));

        assertThat(plan.chosen().site()).isEqualTo(new SiteId("alpha"));
        assertThat(plan.candidates()).hasSize(1);
        assertThat(rows("select count(*) from decision where task = '%s'".formatted(order.task()))).containsExactly(0L);
    }

    @Test
    void looksAtOnceWhenAsked() throws Exception {
        up(SampleSite.idle("alpha", 4, 8));
        sleep(Duration.ofSeconds(2));
        sites.put(SampleSite.idle("alpha", 5, 8).snapshot());

        SiteReply.Seen seen = (SiteReply.Seen) ask(new SiteRequest.RefreshSite(new TenantId("demo"), new SiteId("alpha")));

        assertThat(seen.snapshot().nodes().getFirst().count()).isEqualTo(5);
        assertThat(problem(new SiteRequest.RefreshSite(new TenantId("demo"), new SiteId("nowhere"))).reason())
                .isEqualTo(Reason.SITE_UNKNOWN);
    }

    @Test
    void aSiteIsKnownBeforeItWasLookedAtAndUntilItsProfileIsGone() {
        sites.look(new SiteId("sleepy"), at -> {
            sleep(Duration.ofSeconds(2));
            return SampleSite.idle("sleepy", 1, 8).snapshot();
        });

        awaitHealth("sleepy", SiteHealth.State.UNKNOWN);
        assertThat(snapshot("sleepy").software()).containsEntry("python", "3.11");
        awaitHealth("sleepy", SiteHealth.State.UP);
        sites.remove("sleepy");
        await().atMost(Duration.ofSeconds(60)).until(() -> last("sleepy").value() == null);
    }

    @Test
    void aQuietSiteIsLeftInPeace() {
        up(SampleSite.idle("quiet", 4, 8));
        sleep(Duration.ofSeconds(6));

        // 0.2 s growing by half each time: about ten looks, where a steady 0.2 s would be thirty
        assertThat(sites.looks("quiet")).isBetween(3, 20);
    }
}
