package org.diamondhpc.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.diamondhpc.bench.simulator.Rules;
import org.diamondhpc.bench.simulator.TraceFolder;
import org.diamondhpc.discovery.domain.policy.PlacementPolicy;
import org.junit.jupiter.api.Test;

/** Rounds over generated workloads, so that no trace is needed. */
class SimulatedRoundsTest {
    private static final TraceFolder NOWHERE = new TraceFolder(Path.of("/nonexistent"));
    private static final Mix MIX = new Mix("small", "three generated sites", List.of(
            new SiteModel("one", "none", 64, 1, Rules.EASY, 0), new SiteModel("two", "none", 96, 1, Rules.CONSERVATIVE, 0),
            new SiteModel("three", "none", 128, 1, Rules.PRIORITY, 0)), 3, 4, 8);

    @Test
    void everyRoundHasEveryPolicysChoiceAndEverySitesTruth() throws IOException {
        List<Round> rounds = new SimulatedRounds(MIX, NOWHERE, 1).play(12);

        assertThat(rounds).hasSize(12).allSatisfy(round -> {
            assertThat(round.truth()).containsOnlyKeys("one", "two", "three");
            assertThat(round.truth().values()).allMatch(seconds -> seconds >= round.run());
            assertThat(round.predicted()).containsOnlyKeys("one", "two", "three");
            assertThat(round.choices().keySet()).containsAll(PlacementPolicy.ALL.keySet().stream()
                    .filter(name -> !name.equals("fixed") && !name.equals(PlacementPolicy.HEDGED)).toList()).contains("slurm-estimate", "fixed: one", "fixed: three");
            assertThat(round.hedges().get("hedged-2").sites()).doesNotHaveDuplicates().hasSize(2)
                    .startsWith(round.choices().get(Chooser.DEFAULT));
            Journey journey = round.journeys().get(Journey.RECONSIDER);
            assertThat(journey.sites()).startsWith(round.choices().get(Chooser.DEFAULT))
                    .endsWith(round.choices().get(Journey.RECONSIDER));
            if (journey.moves() == 0) {
                assertThat(round.additional(Journey.RECONSIDER)).isEqualTo(round.additional(Chooser.DEFAULT));
            }
            assertThat(round.additional("hedged-3")).isOne(); // it is at all three
        });
    }

    @Test
    void theSameSeedGivesTheSameRounds() throws IOException {
        List<Round> rounds = new SimulatedRounds(MIX, NOWHERE, 5).play(10);

        assertThat(new SimulatedRounds(MIX, NOWHERE, 5).play(10)).isEqualTo(rounds);
        assertThat(new SimulatedRounds(MIX, NOWHERE, 6).play(10)).isNotEqualTo(rounds);
    }
}
