package org.diamondhpc.discovery.domain.wait;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.junit.jupiter.api.Test;

class LearnedForecastTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final HabitLog habits = new HabitLog();

    @Test
    void whereNothingWasLearnedJobsRunToTheirLimits() {
        SampleSite site = SampleSite.idle("alpha", 1, 8)
                .running("1", "main", 8, HOUR, Duration.ofMinutes(30), "a001")
                .waiting("2", "main", 1, 8, HOUR, 5);

        Forecast.Start start = start(site, ask(1, 8, 600));

        assertThat(start.seconds()).isEqualTo(90 * 60);
        assertThat(start.waitingAhead()).isOne();
    }

    @Test
    void aFreeNodeIsTakenAtOnceWithoutPlaying() {
        Forecast.Start start = start(SampleSite.idle("alpha", 4, 8), ask(2, 8, 600));

        assertThat(start.seconds()).isZero();
        assertThat(start.copiesNow()).isEqualTo(2);
        assertThat(start.load()).isEqualTo(new Forecast.Load(0, 0, 0, 32, 32));
    }

    @Test
    void aShortJobFillsTheGapBeforeAWideOneAndALongOneDoesNot() {
        SampleSite site = SampleSite.idle("alpha", 2, 8)
                .running("1", "main", 8, HOUR, Duration.ofMinutes(30), "a001")
                .waiting("2", "main", 2, 8, HOUR, 5);

        assertThat(start(site, ask(1, 8, 30 * 60)).seconds()).isZero();
        assertThat(start(site, ask(1, 8, 31 * 60)).seconds()).isEqualTo(90 * 60);
    }

    @Test
    void jobsEndWhenJobsLikeThemDid() {
        learn(20, "ann", 0.25);
        SampleSite site = SampleSite.idle("alpha", 1, 8).running(held("1", Duration.ofMinutes(5), "a001"));

        Forecast.Start start = start(site, ask(1, 8, 600));

        assertThat(start.seconds()).isEqualTo(10 * 60);
        assertThat(start.low()).isEqualTo(10 * 60);
        assertThat(start.high()).isEqualTo(10 * 60);
        assertThat(start.basis()).contains("played 48 times");
    }

    @Test
    void whatHasRunLongerThanAllOthersIsNotExpectedToHaveEnded() {
        learn(20, "ann", 0.25);
        SampleSite site = SampleSite.idle("alpha", 1, 8).running(held("1", Duration.ofMinutes(40), "a001"));

        Forecast.Start start = start(site, ask(1, 8, 600));

        assertThat(start.seconds()).isBetween(5 * 60L, 15 * 60L);
        assertThat(start.high()).isLessThanOrEqualTo(20 * 60).isGreaterThan(start.low());
    }

    @Test
    void theLookDecidesAndNotTheMomentOfAsking() {
        learn(10, "ann", 0.1);
        learn(10, "ann", 0.9);
        SampleSite site = SampleSite.idle("alpha", 1, 8).running(held("1", Duration.ofMinutes(1), "a001"));

        Forecast.Start once = start(site, ask(1, 8, 600));

        assertThat(start(site, ask(1, 8, 600))).isEqualTo(once);
        assertThat(once.low()).isEqualTo(5 * 60);
        assertThat(once.high()).isEqualTo(53 * 60);
    }

    @Test
    void whoComesInAheadOfOthersWaitsForThoseBeforeItOnly() {
        SampleSite site = SampleSite.idle("alpha", 1, 8)
                .running("1", "main", 8, HOUR, Duration.ofMinutes(30), "a001")
                .waiting("2", "main", 1, 8, HOUR, 5);
        habits.learn(new Lesson.Entered("main", null, 7));

        Forecast.Start start = start(site, ask(1, 8, 600));

        assertThat(start.seconds()).isEqualTo(30 * 60);
        assertThat(start.load().waiting()).isOne();
        assertThat(start.waitingAhead()).isZero();
    }

    @Test
    void whereAnotherLoginsJobsEnterTellsNothing() {
        SampleSite site = SampleSite.idle("alpha", 1, 8)
                .running("1", "main", 8, HOUR, Duration.ofMinutes(30), "a001")
                .waiting("2", "main", 1, 8, HOUR, 5);
        habits.learn(new Lesson.Entered("main", "ann", 7));
        habits.learn(new Lesson.Entered("main", "bob", 3));

        assertThat(start(site, of("ann", ask(1, 8, 600))).waitingAhead()).isZero();
        assertThat(start(site, of("bob", ask(1, 8, 600))).waitingAhead()).isOne();
        assertThat(start(site, of("eve", ask(1, 8, 600))).waitingAhead()).isOne();
    }

    private static Ask of(String owner, Ask ask) {
        return new Ask(ask.partition(), ask.nodes(), ask.each(), ask.need(), ask.avoid(), ask.seconds(), owner);
    }

    @Test
    void whatIsGivenOccupiesTheNodes() {
        Forecast fresh = forecast(SampleSite.idle("alpha", 2, 8));

        Forecast given = fresh.with(ask(1, 8, 600), SampleSite.SEEN, 2);

        assertThat(given.start(ask(1, 8, 600), SampleSite.SEEN).seconds()).isEqualTo(600);
        assertThat(given.start(ask(1, 8, 600), SampleSite.SEEN.plusSeconds(100)).seconds()).isEqualTo(500);
        assertThat(fresh.start(ask(1, 8, 600), SampleSite.SEEN).seconds()).isZero();
    }

    @Test
    void nodesSharedBySeveralJobsComeBackPartByPart() {
        SampleSite site = SampleSite.idle("alpha", 1, 8)
                .running("1", "main", 4, HOUR, Duration.ofMinutes(50), "a001")
                .running("2", "main", 4, HOUR, Duration.ofMinutes(20), "a001");

        assertThat(start(site, ask(1, 4, 600)).seconds()).isEqualTo(10 * 60);
        assertThat(start(site, ask(1, 8, 600)).seconds()).isEqualTo(40 * 60);
    }

    @Test
    void heldJobsAndLowerTiersAreNotAhead() {
        SampleSite site = SampleSite.idle("alpha", 1, 8)
                .partition(new PartitionState("low", false, true, "UP", HOUR, null, 1, null, null, null, null, null, null, null,
                        1, false, false))
                .running("1", "main", 8, HOUR, Duration.ofMinutes(59), "a001")
                .waiting("2", "low", 1, 8, HOUR, 500)
                .waiting(new QueuedJob("3", "main", false, 1, 8, 0, 0, HOUR, Duration.ZERO, 9, SampleSite.SEEN, null,
                        "JobHeldUser", List.of(), false));

        assertThat(start(site, ask(1, 8, 600)).seconds()).isEqualTo(60);
    }

    @Test
    void manyGivenAtOnceAreTheSameAsOneByOne() {
        Forecast fresh = forecast(SampleSite.idle("alpha", 5, 8).running("1", "main", 3, HOUR, Duration.ZERO, "a002"));
        Forecast single = fresh;
        for (int i = 0; i < 23; i++) {
            single = single.with(ask(1, 3, 600), SampleSite.SEEN, 1);
        }

        Forecast together = fresh.with(ask(1, 3, 600), SampleSite.SEEN, 23);

        for (int cores = 1; cores <= 8; cores++) {
            assertThat(together.start(ask(1, cores, 60), SampleSite.SEEN))
                    .isEqualTo(single.start(ask(1, cores, 60), SampleSite.SEEN));
        }
    }

    @Test
    void nodesThatAreDownAreNotCountedOn() {
        SampleSite site = SampleSite.idle("alpha", 1, 8).nodes(new NodeGroup(List.of("a002"), List.of("main"), 8, 8,
                32000, 32000, null, 0, 0, List.of(), "x86_64", false, "DOWN"));

        assertThat(start(site, ask(2, 8, 60)).seconds()).isNull();
    }

    @Test
    void nodesToAvoidAreAvoided() {
        Ask avoiding = new Ask("main", 1, Slice.of(8, 0, 0), NodeNeed.any(), Set.of("a001"), 60, null);

        assertThat(start(SampleSite.idle("alpha", 2, 8), avoiding).copiesNow()).isOne();
    }

    @Test
    void widerThanTheSiteIsNever() {
        assertThat(start(SampleSite.idle("alpha", 2, 8), ask(3, 8, 60)).seconds()).isNull();
    }

    @Test
    void coresTakenByHiddenJobsComeBackNoEarlierThanTheLongestLimit() {
        SampleSite site = SampleSite.idle("alpha", 0, 8).nodes(new NodeGroup(List.of("a001"), List.of("main"), 8, 2,
                32000, 32000, null, 0, 0, List.of(), "x86_64", true, "MIXED"));

        assertThat(start(site, ask(1, 2, 60)).seconds()).isZero();
        assertThat(start(site, ask(1, 8, 60)).seconds()).isEqualTo(Duration.ofHours(12).toSeconds());
    }

    private void learn(int times, String owner, double share) {
        for (int i = 0; i < times; i++) {
            habits.learn(new Lesson.Ran("main", owner, HOUR.toSeconds(), Math.round(HOUR.toSeconds() * share)));
        }
    }

    private static QueuedJob held(String id, Duration elapsed, String node) {
        return new QueuedJob(id, "main", true, 1, 8, 0, 0, HOUR, elapsed, 1, SampleSite.SEEN, null, null,
                List.of(node), false, "ann");
    }

    private Forecast forecast(SampleSite site) {
        return new LearnedSimulation(id -> habits).forecast(site.snapshot());
    }

    private Forecast.Start start(SampleSite site, Ask ask) {
        return forecast(site).start(ask, SampleSite.SEEN);
    }

    private static Ask ask(int nodes, int cores, long seconds) {
        return Ask.of("main", nodes, Slice.of(cores, 0, 0), seconds);
    }
}
