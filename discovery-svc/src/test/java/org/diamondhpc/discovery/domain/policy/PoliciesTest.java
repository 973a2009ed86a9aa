package org.diamondhpc.discovery.domain.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.diamondhpc.discovery.domain.wait.Forecast.Load;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.task.Prediction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoliciesTest {
    /** Each is the best of one kind. */
    private static final List<Option> PLACES = List.of(
            option("apt", 500, 0, new Load(9, 9, 9000, 10, 100), 900, 5, 0),
            option("bare", 900, 20, new Load(1, 1, 8000, 20, 100), 800, 5, 0),
            option("calm", 900, 20, new Load(5, 5, 100, 30, 100), 700, 5, 0),
            option("deep", 900, 20, new Load(5, 5, 7000, 90, 100), 600, 5, 0),
            option("even", 900, 20, new Load(5, 5, 7000, 10, 100), 5, 5, 0),
            option("fair", 900, 20, new Load(5, 5, 7000, 10, 100), 600, 1, 0),
            option("go", 400, 30, new Load(5, 5, 7000, 10, 100), 600, 5, 0));

    @ParameterizedTest
    @CsvSource({"fastest, go", "shortest-queue, bare", "least-work, calm", "most-idle, deep", "quantile-bound, even",
        "cheapest, fair", "data-local, apt", "fixed, calm"})
    void eachGoesByItsOwnMeasure(String policy, String place) {
        List<Option> ranked = rank(policy, 0);

        assertThat(ranked.getFirst().site()).isEqualTo(new SiteId(place));
        assertThat(ranked).containsExactlyInAnyOrderElementsOf(PLACES);
    }

    @Test
    void turnsGoRound() {
        List<String> first = LongStream.range(0, 9).mapToObj(turn -> rank("round-robin", turn).getFirst().site().value()).toList();

        assertThat(first).containsExactly("apt", "bare", "calm", "deep", "even", "fair", "go", "apt", "bare");
    }

    @Test
    void aHedgeTakesEachSiteOnce() {
        Load none = new Load(0, 0, 0, 0, 1);
        Option best = option("one", 10, 0, none, 1, 1, 0);
        Option sameSite = option("one", 20, 0, none, 1, 1, 0);
        Option other = option("two", 30, 0, none, 1, 1, 0);
        List<Option> ranked = List.of(best, sameSite, other);

        PlacementPolicy hedged = PlacementPolicy.named(PlacementPolicy.HEDGED).orElseThrow();
        assertThat(hedged.take(ranked, 3)).containsExactly(best, other);
        assertThat(hedged.take(ranked, 1)).containsExactly(best);
        assertThat(PlacementPolicy.named("fastest").orElseThrow().take(ranked, 3)).containsExactly(best);
    }

    @Test
    void aPlaceThatSpoilsJobsIsTakenForSlower() {
        Option sound = option("sound", 1100, 0, new Load(0, 0, 0, 0, 1), 1, 1, 0);
        Option risky = option("risky", 1000, 0, new Load(0, 0, 0, 0, 1), 1, 1, 0.5);

        assertThat(PlacementPolicy.named("fastest").orElseThrow().rank(List.of(risky, sound), circumstances(0)))
                .containsExactly(sound, risky);
    }

    private static List<Option> rank(String policy, long turn) {
        return PlacementPolicy.named(policy).orElseThrow().rank(PLACES, circumstances(turn));
    }

    private static Circumstances circumstances(long turn) {
        return new Circumstances(new AttemptId(new TaskId("t-00000001"), 1),
                List.of(new SiteId("calm"), new SiteId("bare")), turn);
    }

    private static Option option(String site, long wait, long staging, Load load, long bound, double charge, double failures) {
        Duration waiting = Duration.ofSeconds(wait);
        return new Option(new SiteId(site), "main", new Prediction(waiting, waiting, waiting, Duration.ofSeconds(staging),
                Duration.ofSeconds(100)), 0, load, 0, false, true, Duration.ofSeconds(bound), charge, failures);
    }
}
