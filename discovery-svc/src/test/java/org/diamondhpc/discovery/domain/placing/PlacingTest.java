package org.diamondhpc.discovery.domain.placing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.discovery.domain.SampleTask;
import org.diamondhpc.discovery.domain.placing.Decision.Deferred;
import org.diamondhpc.discovery.domain.placing.Decision.Failed;
import org.diamondhpc.discovery.domain.placing.Decision.Placed;
import org.diamondhpc.discovery.domain.placing.Landscape.Seen;
import org.diamondhpc.discovery.domain.staging.Routes;
import org.diamondhpc.discovery.domain.staging.Throughputs;
import org.diamondhpc.discovery.domain.verdict.Setback;
import org.diamondhpc.discovery.domain.wait.Forecast;
import org.diamondhpc.discovery.domain.wait.Habits;
import org.diamondhpc.discovery.domain.wait.LearnedSimulation;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.diamondhpc.schemas.task.Verdict;
import org.junit.jupiter.api.Test;

class PlacingTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void choosesTheSiteThatIsDoneFirstAndSaysWhy() {
        SampleSite busy = SampleSite.idle("alpha", 1, 8).running("1", "main", 8, HOUR, Duration.ZERO, "a001");

        Placed placed = placed(new SampleTask(), busy, SampleSite.idle("beta", 1, 8), SampleSite.idle("gpu", 1, 1)
                .health(SiteHealth.State.DOWN, Problem.of(Reason.SITE_UNREACHABLE, "refused")));

        assertThat(placed.placement().site()).isEqualTo(new SiteId("beta"));
        assertThat(placed.placement().why()).contains("beta:main", "earliest predicted completion", "10 min",
                "next alpha:main in 1 h 10 min", "1 place cannot take it");
        assertThat(placed.placement().candidates()).extracting(Candidate::verdict)
                .containsExactly(Verdict.READY, Verdict.BUSY, Verdict.RESTRICTED);
        assertThat(placed.placement().candidates().get(2).why()).contains("down since", "SITE_UNREACHABLE");
    }

    @Test
    void aSiteWithoutAccountingTakesTasksAtARiskThatIsTold() {
        Placed placed = placed(new SampleTask(), SampleSite.idle("alpha", 1, 8).health(SiteHealth.State.DEGRADED,
                Problem.of(Reason.SCHEDULER_UNAVAILABLE, "associations: Connection refused")));

        assertThat(placed.placement().site()).isEqualTo(new SiteId("alpha"));
        assertThat(placed.placement().candidates().getFirst().verdict()).isEqualTo(Verdict.READY);
        assertThat(placed.placement().why()).contains("at risk", "degraded since", "associations: Connection refused");
    }

    @Test
    void aSiteInOrderIsTakenBeforeOneAtRiskThatWouldBeDoneALittleEarlier() {
        SampleSite risky = SampleSite.idle("alpha", 4, 8).health(SiteHealth.State.DEGRADED, null);
        SampleSite soon = SampleSite.idle("beta", 1, 8).running("1", "main", 8, HOUR, HOUR.minusSeconds(40), "b001");
        SampleSite late = SampleSite.idle("gamma", 1, 8).running("1", "main", 8, HOUR, Duration.ZERO, "g001");

        Placed placed = placed(new SampleTask(), risky, soon, late);

        assertThat(placed.placement().candidates()).extracting(c -> c.site().value())
                .containsExactly("beta", "alpha", "gamma");
    }

    @Test
    void dataThatIsThereShiftsTheChoice() {
        ResolvedInput large = new ResolvedInput("alpha:/data", "data", null, false, 100_000_000_000L, null,
                List.of(Replica.at(new SiteId("alpha"), "/data")));
        SampleSite alpha = SampleSite.idle("alpha", 1, 8).running("1", "main", 8, HOUR, Duration.ofMinutes(45), "a001");

        Placed placed = placed(new SampleTask().inputs(large), alpha, SampleSite.idle("beta", 1, 8));

        Candidate other = placed.placement().candidates().get(1);
        assertThat(placed.placement().site()).isEqualTo(new SiteId("alpha"));
        assertThat(other.mover()).isEqualTo("1 of 1 inputs, 100.0 GB by SFTP");
        assertThat(other.prediction().staging()).isEqualTo(Duration.ofMillis(2_000_200));
    }

    @Test
    void equalPlacesAreTakenByTheRoomTheyHave() {
        Placed placed = placed(new SampleTask(), SampleSite.idle("alpha", 2, 8), SampleSite.idle("beta", 4, 8));

        assertThat(placed.placement().site()).isEqualTo(new SiteId("beta"));
    }

    @Test
    void manyTasksWithinOneLookSpreadOverTheFreeCores() {
        Map<SiteId, Forecast> forecasts = new HashMap<>();
        List<SampleSite> sites = List.of(SampleSite.idle("alpha", 4, 8), SampleSite.idle("beta", 2, 8));
        Map<String, Integer> count = new HashMap<>();
        int atOnce = 0;

        for (int i = 0; i < 96; i++) {
            Placed placed = (Placed) Placing.decide(new SampleTask("t-0000000" + i).question(),
                    landscape(sites, forecasts));
            SiteId at = placed.placement().site();
            count.merge(at.value(), 1, Integer::sum);
            atOnce += placed.placement().prediction().waiting().isZero() ? 1 : 0;
            forecasts.put(at, forecasts.get(at).with(placed.claim().ask(), SampleSite.SEEN, placed.claim().jobs()));
        }

        assertThat(atOnce).isEqualTo(48);
        assertThat(count).isEqualTo(Map.of("alpha", 64, "beta", 32));
    }

    @Test
    void whereOnlyTroubleThatPassesStandsInTheWayItIsDeferred() {
        Deferred deferred = (Deferred) decide(new SampleTask().question(), SampleSite.idle("alpha", 1, 8)
                .health(SiteHealth.State.NEEDS_LOGIN, Problem.of(Reason.SITE_NEEDS_LOGIN, "a code is wanted")));

        assertThat(deferred.problem().reason()).isEqualTo(Reason.SITE_NEEDS_LOGIN);
        assertThat(deferred.problem().detail()).contains("alpha needs a login since");
        assertThat(deferred.cause()).isEqualTo("alpha=SITE_NEEDS_LOGIN");
        assertThat(deferred.retryAt()).isEqualTo(SampleSite.SEEN.plusSeconds(5));
    }

    @Test
    void theNextTryComesLaterEachTime() {
        Question fourth = new Question(new SampleTask().order(), List.of(), null, 3, SampleSite.SEEN);
        Question hundredth = new Question(new SampleTask().order(), List.of(), null, 99, SampleSite.SEEN);
        SampleSite down = SampleSite.idle("alpha", 1, 8).health(SiteHealth.State.DOWN, null);

        assertThat(((Deferred) decide(fourth, down)).retryAt()).isEqualTo(SampleSite.SEEN.plusSeconds(40));
        assertThat(((Deferred) decide(hundredth, down)).retryAt()).isEqualTo(SampleSite.SEEN.plusSeconds(60));
    }

    @Test
    void whatNoSiteCanEverRunFailsWithEveryVerdict() {
        Failed failed = (Failed) decide(new SampleTask().cores(9).question(), SampleSite.idle("alpha", 1, 8),
                SampleSite.idle("beta", 1, 4));

        assertThat(failed.problem().reason()).isEqualTo(Reason.PLACEMENT_INFEASIBLE);
        assertThat(failed.problem().detail()).contains("alpha:main no node with 9 cores", "beta:main no node");
        assertThat(failed.candidates()).hasSize(2);
    }

    @Test
    void afterARefusalTheRefusalIsTheReason() {
        Problem refusal = Problem.of(Reason.SCHEDULER_INVALID_QOS, "Invalid qos specification");
        Question question = new Question(new SampleTask().excluded("alpha", "main").order(), List.of(), refusal, 0,
                SampleSite.SEEN);

        Failed failed = (Failed) decide(question, SampleSite.idle("alpha", 1, 8));

        assertThat(failed.problem().reason()).isEqualTo(Reason.SCHEDULER_INVALID_QOS);
        assertThat(failed.problem().detail()).contains("Invalid qos specification", "no other place can take it");
    }

    @Test
    void aPlaceThatRefusedForATimeIsTriedAgainWhenNoOtherWillDo() {
        Instant until = SampleSite.SEEN.plusSeconds(3);
        Setback setback = new Setback(new SiteId("alpha"), null, until, Problem.of(Reason.SCHEDULER_BUSY, "limit"));
        Question now = new Question(new SampleTask().order(), List.of(setback), null, 0, SampleSite.SEEN);
        Question later = new Question(new SampleTask().order(), List.of(setback), null, 1, until);
        SampleSite alpha = SampleSite.idle("alpha", 1, 8);

        assertThat(((Deferred) decide(now, alpha)).retryAt()).isEqualTo(until);
        assertThat(decide(later, alpha)).isInstanceOf(Placed.class);
        assertThat(((Placed) decide(now, alpha, SampleSite.idle("beta", 1, 8))).placement().site())
                .isEqualTo(new SiteId("beta"));
    }

    @Test
    void anUnknownPolicyIsRefusedWithTheKnownOnes() {
        Failed failed = (Failed) decide(new SampleTask().policy("magic").question(), SampleSite.idle("alpha", 1, 8));

        assertThat(failed.problem().reason()).isEqualTo(Reason.INVALID_SPEC);
        assertThat(failed.problem().detail()).contains("magic", "cheapest, data-local, fastest, fixed, hedged, least-work,"
                + " most-idle, quantile-bound, random, round-robin, shortest-queue");
    }

    @Test
    void whoNamesNoPolicyGetsTheConfiguredOne() {
        SampleSite[] sites = {SampleSite.idle("alpha", 1, 8), SampleSite.idle("beta", 4, 8)};
        Landscape configured = new Landscape(seen(List.of(sites), new HashMap<>()), Throughputs.none(), Experience.none(),
                Routes.relayed(), "fixed", 0, 1);

        Placed byDefault = (Placed) Placing.decide(new SampleTask().policy(null).question(), configured);
        Placed asked = (Placed) Placing.decide(new SampleTask().policy("most-idle").question(), configured);

        assertThat(byDefault.placement().policy()).isEqualTo("fixed");
        assertThat(byDefault.placement().site()).isEqualTo(new SiteId("alpha"));
        assertThat(asked.placement().site()).isEqualTo(new SiteId("beta"));
    }

    @Test
    void aHedgeTakesTheBestPlaceOfEachOfSeveralSites() {
        SampleSite[] sites = {SampleSite.idle("alpha", 1, 8), SampleSite.idle("beta", 4, 8), SampleSite.idle("gamma", 2, 8)};
        Landscape allowed = new Landscape(seen(List.of(sites), new HashMap<>()), Throughputs.none(), Experience.none(),
                Routes.relayed(), "fastest", 0, 2);

        Placed hedged = (Placed) Placing.decide(new SampleTask().policy("hedged").question(), allowed);
        Placed fastest = (Placed) Placing.decide(new SampleTask().policy("fastest").question(), allowed);

        assertThat(hedged.placement().site()).isEqualTo(fastest.placement().site());
        assertThat(hedged.placement().policy()).isEqualTo("hedged");
        assertThat(hedged.copies()).extracting(c -> c.placement().site().value()).containsExactly("gamma");
        assertThat(fastest.copies()).isEmpty();
    }

    @Test
    void nothingIsHedgedUnlessTheOperatorAllowsIt() {
        Failed failed = (Failed) decide(new SampleTask().policy("hedged").question(), SampleSite.idle("alpha", 1, 8),
                SampleSite.idle("beta", 1, 8));

        assertThat(failed.problem().reason()).isEqualTo(Reason.POLICY_DENIED);
    }

    @Test
    void shortestQueueCountsJobsOnly() {
        SampleSite manyShort = SampleSite.idle("alpha", 1, 8)
                .running("1", "main", 8, HOUR, Duration.ofMinutes(59), "a001")
                .waiting("2", "main", 1, 8, Duration.ofSeconds(1), 1)
                .waiting("3", "main", 1, 8, Duration.ofSeconds(1), 1);
        SampleSite oneLong = SampleSite.idle("beta", 1, 8).running("1", "main", 8, HOUR, Duration.ZERO, "b001");

        assertThat(placed(new SampleTask().policy("shortest-queue"), manyShort, oneLong).placement().site())
                .isEqualTo(new SiteId("beta"));
        assertThat(placed(new SampleTask().policy("fastest"), manyShort, oneLong).placement().site())
                .isEqualTo(new SiteId("alpha"));
    }

    @Test
    void chanceIsTheSameForTheSameAttempt() {
        SampleSite[] sites = {SampleSite.idle("alpha", 1, 8), SampleSite.idle("beta", 1, 8),
            SampleSite.idle("gamma", 1, 8)};
        Map<SiteId, Integer> count = new HashMap<>();

        for (int i = 0; i < 300; i++) {
            SampleTask task = new SampleTask("t-00000" + (100 + i)).policy("random");
            SiteId chosen = placed(task, sites).placement().site();
            assertThat(placed(task, sites).placement().site()).isEqualTo(chosen);
            count.merge(chosen, 1, Integer::sum);
        }

        assertThat(count.values()).hasSize(3).allMatch(n -> n > 60);
    }

    @Test
    void anArrayWiderThanTheSiteRunsInWaves() {
        Placed placed = placed(new SampleTask().array("1-8", null).cores(8), SampleSite.idle("alpha", 4, 8));

        assertThat(placed.placement().prediction().running()).isEqualTo(Duration.ofMinutes(20));
        assertThat(placed.claim().jobs()).isEqualTo(8);
    }

    @Test
    void earlierRunsOfTheSameNameShortenTheForecast() {
        Experience experience = new Experience(Map.of(),
                Map.of(new Experience.Job(new TenantId("demo"), "sample", null), 0.5));

        Placed placed = (Placed) Placing.decide(new SampleTask().question(), new Landscape(
                seen(List.of(SampleSite.idle("alpha", 4, 8)), new HashMap<>()), Throughputs.none(), experience,
                Routes.relayed()));

        assertThat(placed.placement().prediction().running()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void anEventCarriesAtMostTwentyCandidates() {
        SampleSite[] many = new SampleSite[40];
        Arrays.setAll(many, i -> SampleSite.idle("s" + i, 1, 8));

        Placed placed = placed(new SampleTask(), many);

        assertThat(placed.placement().candidates()).hasSize(20);
        assertThat(placed.candidates()).hasSize(40);
    }

    @Test
    void neverPlacesWhereItMustNot() {
        Random random = new Random(7);
        int count = 0;
        for (int i = 0; i < 500; i++) {
            String barred = "s" + random.nextInt(4);
            SampleTask task = new SampleTask().cores(1 + random.nextInt(16)).nodes(1 + random.nextInt(4))
                    .excludeSites(barred).excluded("s" + random.nextInt(4), random.nextBoolean() ? "main" : null);
            SampleSite[] sites = new SampleSite[4];
            Arrays.setAll(sites, s -> SampleSite.idle("s" + s, 1 + random.nextInt(4), 1 + random.nextInt(16)));

            if (decide(task.question(), sites) instanceof Placed placed) {
                SiteId at = placed.placement().site();
                SampleSite chosen = sites[at.value().charAt(1) - '0'];
                assertThat(at.value()).isNotEqualTo(barred);
                assertThat(task.order().excluded()).noneMatch(e -> e.rulesOut(at, placed.placement().partition()));
                assertThat(chosen.snapshot().nodes().getFirst().cores())
                        .isGreaterThanOrEqualTo(task.order().spec().resources().coresPerNode());
                count++;
            }
        }
        assertThat(count).isBetween(50, 450);
    }

    private static Placed placed(SampleTask task, SampleSite... sites) {
        return (Placed) decide(task.question(), sites);
    }

    private static Decision decide(Question question, SampleSite... sites) {
        return Placing.decide(question, landscape(List.of(sites), new HashMap<>()));
    }

    private static Landscape landscape(List<SampleSite> sites, Map<SiteId, Forecast> forecasts) {
        return new Landscape(seen(sites, forecasts), Throughputs.none(), Experience.none(), Routes.relayed());
    }

    private static List<Seen> seen(List<SampleSite> sites, Map<SiteId, Forecast> forecasts) {
        List<Seen> seen = new ArrayList<>();
        for (SampleSite site : sites) {
            seen.add(new Seen(site.view(), forecasts.computeIfAbsent(site.snapshot().site(),
                    id -> new LearnedSimulation(any -> Habits.NONE).forecast(site.snapshot()))));
        }
        return seen;
    }
}
