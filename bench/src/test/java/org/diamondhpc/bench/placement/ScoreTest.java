package org.diamondhpc.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScoreTest {
    private static final Map<String, String> CHOICES = Map.of(Chooser.DEFAULT, "a", "other", "b", "fixed: c", "c");

    @Test
    void aRoundCountsFromTheFastestSiteAndATieIsBestForAll() {
        Round tie = round(Map.of("a", 50.0, "b", 50.0, "c", 80.0));
        Round lost = round(Map.of("a", 40.0, "b", 10.0, "c", 10.0));

        List<Score> scores = Score.of(List.of(tie, lost), 1);

        assertThat(tie.tied()).isTrue();
        assertThat(scores).extracting(Score::policy).containsExactly("other", "fastest", "fixed: c");
        assertThat(scores).extracting(Score::mean).containsExactly(0.0, 15.0, 15.0);
        assertThat(scores).extracting(Score::best).containsExactly(1.0, 0.5, 0.5);
        assertThat(scores.getFirst()).extracting(Score::fewer, Score::more).containsExactly(0, 1);
    }

    @Test
    void aSiteThatFailedTheJobIsTheWorstOfAllAndIsNotLeftOut() {
        Round failed = round(Map.of("b", 20.0, "c", 70.0));

        Score score = Score.of(List.of(failed), 1).stream().filter(s -> s.policy().equals(Chooser.DEFAULT)).findFirst()
                .orElseThrow();

        assertThat(score.mean()).isEqualTo(70 + 100 - 20);
        assertThat(score.failed()).isOne();
    }

    @Test
    void aHedgeWorksWhereItsFirstJobStartsAndItsBurdenIsCounted() {
        Map<String, Double> truth = Map.of("a", 50.0, "b", 30.5, "c", 30.0);
        Hedge two = Hedge.of(List.of("a", "b", "c"), 2, 1);
        Hedge three = Hedge.of(List.of("a", "b", "c"), 3, 1);
        Round round = new Round("r", 0, 4, 100, 10, Map.of(), truth, Map.of("hedged-2", two.winner(truth), "hedged-3",
                three.winner(truth)), Map.of("hedged-2", two, "hedged-3", three), Map.of());

        assertThat(round.additional("hedged-2")).isEqualTo(0.5 + 1);
        assertThat(round.additional("hedged-3")).isEqualTo(1);
        assertThat(round.burden("hedged-2")).isEqualTo(new Hedge.Burden(1, 20.5, 4));
        // the job at b starts half a second before it can be cancelled
        assertThat(round.burden("hedged-3")).isEqualTo(new Hedge.Burden(2, 40, 4 * 1.5));
    }

    @Test
    void aMovedProbeCountsFromItsFirstSubmission() {
        Round round = new Round("r", 0, 4, 100, 10, Map.of(), Map.of("a", 50.0, "b", 30.0), Map.of(Journey.RECONSIDER, "b"),
                Map.of(), Map.of(Journey.RECONSIDER, new Journey(List.of("a", "b"), 44)));

        assertThat(round.additional(Journey.RECONSIDER)).isEqualTo(14);
    }

    private static Round round(Map<String, Double> truth) {
        return new Round("r", 0, 1, 100, 10, Map.of(), truth, CHOICES, Map.of(), Map.of());
    }
}
