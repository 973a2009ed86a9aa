package org.diamondhpc.discovery.domain.wait;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.QueuedJob;
import org.junit.jupiter.api.Test;

class SimulatedForecastTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private final WaitPredictor predictor = new ForwardSimulation();

    @Test
    void idleNodesNeedNoWait() {
        Forecast.Start start = start(SampleSite.idle("alpha", 4, 8), ask(2, 8, 600));

        assertThat(start.seconds()).isZero();
        assertThat(start.copiesNow()).isEqualTo(2);
    }

    @Test
    void aRunningJobGivesItsNodesBackAtItsLimit() {
        SampleSite site = SampleSite.idle("alpha", 1, 8)
                .running("1", "main", 8, HOUR, Duration.ofMinutes(20), "a001");

        assertThat(start(site, ask(1, 8, 600)).seconds()).isEqualTo(40 * 60);
    }

    @Test
    void jobsThatWaitGoFirst() {
        SampleSite site = SampleSite.idle("alpha", 1, 8)
                .running("1", "main", 8, HOUR, Duration.ofMinutes(30), "a001")
                .waiting("2", "main", 1, 8, HOUR, 5);

        Forecast.Start start = start(site, ask(1, 8, 600));

        assertThat(start.seconds()).isEqualTo(90 * 60);
        assertThat(start.waitingAhead()).isOne();
    }

    @Test
    void aShortJobFillsTheGapBeforeAWideOne() {
        SampleSite site = SampleSite.idle("alpha", 2, 8)
                .running("1", "main", 8, HOUR, Duration.ofMinutes(30), "a001")
                .waiting("2", "main", 2, 8, HOUR, 5);

        assertThat(start(site, ask(1, 8, 30 * 60)).seconds()).isZero();
        assertThat(start(site, ask(1, 8, 31 * 60)).seconds()).isEqualTo(90 * 60);
    }

    @Test
    void heldJobsAndLowerTiersAreNotAhead() {
        SampleSite site = SampleSite.idle("alpha", 1, 8)
                .partition(low())
                .running("1", "main", 8, HOUR, Duration.ofMinutes(59), "a001")
                .waiting("2", "low", 1, 8, HOUR, 500)
                .waiting(new QueuedJob("3", "main", false, 1, 8, 0, 0, HOUR, Duration.ZERO, 9, SampleSite.SEEN, null,
                        "JobHeldUser", List.of(), false));

        assertThat(start(site, ask(1, 8, 600)).seconds()).isEqualTo(60);
    }

    @Test
    void whatIsGivenOccupiesTheNodes() {
        Forecast fresh = predictor.forecast(SampleSite.idle("alpha", 2, 8).snapshot());

        Forecast given = fresh.with(ask(1, 8, 600), SampleSite.SEEN, 2);

        assertThat(given.start(ask(1, 8, 600), SampleSite.SEEN).seconds()).isEqualTo(600);
        assertThat(given.start(ask(1, 8, 600), SampleSite.SEEN.plusSeconds(100)).seconds()).isEqualTo(500);
        assertThat(fresh.start(ask(1, 8, 600), SampleSite.SEEN).seconds()).isZero();
    }

    @Test
    void manyGivenAtOnceAreTheSameAsOneByOne() {
        Forecast fresh = predictor.forecast(SampleSite.idle("alpha", 5, 8)
                .running("1", "main", 3, HOUR, Duration.ZERO, "a002").snapshot());
        Forecast single = fresh;
        for (int i = 0; i < 23; i++) {
            single = single.with(ask(1, 3, 600), SampleSite.SEEN, 1);
        }

        Forecast together = fresh.with(ask(1, 3, 600), SampleSite.SEEN, 23);

        for (int cores = 1; cores <= 8; cores++) {
            assertThat(together.start(ask(1, cores, 60), SampleSite.SEEN).seconds())
                    .isEqualTo(single.start(ask(1, cores, 60), SampleSite.SEEN).seconds());
            assertThat(together.start(ask(3, cores, 60), SampleSite.SEEN).seconds())
                    .isEqualTo(single.start(ask(3, cores, 60), SampleSite.SEEN).seconds());
        }
    }

    @Test
    void coresTakenByHiddenJobsComeBackNoEarlierThanTheLongestLimit() {
        SampleSite site = SampleSite.idle("alpha", 0, 8).nodes(new NodeGroup(List.of("a001"), List.of("main"), 8, 2,
                32000, 32000, null, 0, 0, List.of(), "x86_64", true, "MIXED"));

        assertThat(start(site, ask(1, 2, 60)).seconds()).isZero();
        assertThat(start(site, ask(1, 8, 60)).seconds()).isEqualTo(Duration.ofHours(12).toSeconds());
    }

    @Test
    void nodesThatAreDownAreNotCountedOn() {
        SampleSite site = SampleSite.idle("alpha", 1, 8).nodes(new NodeGroup(List.of("a002"), List.of("main"), 8, 8,
                32000, 32000, null, 0, 0, List.of(), "x86_64", false, "DOWN"));

        assertThat(start(site, ask(2, 8, 60)).seconds()).isNull();
    }

    @Test
    void nodesToAvoidAreAvoided() {
        SampleSite site = SampleSite.idle("alpha", 2, 8);
        Ask avoiding = new Ask("main", 1, Slice.of(8, 0, 0), NodeNeed.any(), Set.of("a001"), 60);

        assertThat(start(site, avoiding).copiesNow()).isOne();
    }

    @Test
    void aHistoryOfLongerWaitsCorrectsTheNextPrediction() {
        WaitHistory history = WaitHistory.of(IntStream.range(0, 40)
                .mapToObj(i -> new WaitHistory.Pair(95, 195)).toList());

        WaitHistory.Range range = history.correct(95);

        assertThat(range.learned()).isTrue();
        assertThat(range.likely()).isEqualTo(Duration.ofSeconds(195));
        assertThat(WaitHistory.none().correct(95).likely()).isEqualTo(Duration.ofSeconds(95));
    }

    private Forecast.Start start(SampleSite site, Ask ask) {
        return predictor.forecast(site.snapshot()).start(ask, SampleSite.SEEN);
    }

    private static Ask ask(int nodes, int cores, long seconds) {
        return Ask.of("main", nodes, Slice.of(cores, 0, 0), seconds);
    }

    private static PartitionState low() {
        return new PartitionState("low", false, true, "UP", HOUR, null, 1, null, null, null,
                null, null, null, null, 1, false, false);
    }
}
