package org.diamondhpc.bench.placement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.diamondhpc.bench.report.Figure;
import org.diamondhpc.bench.report.RawRows;

/** Keeps the rounds of one mix as files and draws its figures from them. */
final class Scoreboard {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double OF_BEST_FIXED = 0.1;
    private static final double OF_SHORTEST_QUEUE = 0.2;
    private static final String QUEUE = "shortest-queue";

    private final String name;
    private final List<Round> rounds;
    private final List<Score> scores;

    Scoreboard(String name, List<Round> rounds, long seed) {
        this.name = name;
        this.rounds = List.copyOf(rounds);
        this.scores = Score.of(rounds, seed);
    }

    void keep(RawRows raw, String title) {
        StringBuilder lines = new StringBuilder();
        for (Round round : rounds) {
            try {
                lines.append(JSON.writeValueAsString(round)).append('\n');
            } catch (JsonProcessingException e) {
                throw new UncheckedIOException(e);
            }
        }
        raw.text(name + "-rounds.jsonl", lines.toString());
        raw.table(name + "-scores", Score.HEAD, scores.stream().<List<?>>map(Score::row).toList());
        raw.text(name + "-scores.svg", Plot.of(name + ": " + title, scores));
    }

    List<Figure> figures() {
        Score own = score(Chooser.DEFAULT);
        List<Figure> all = new ArrayList<>(List.of(
                Figure.atMost(name + ": default policy's mean to the best fixed site's", ratio(own, bestFixed()), "", OF_BEST_FIXED),
                Figure.atMost(name + ": default policy's mean to shortest queue's", ratio(own, score(QUEUE)), "",
                        OF_SHORTEST_QUEUE),
                Figure.of(name + ": rounds with several fastest sites", rounds.stream().filter(Round::tied).count(), "")));
        for (Score score : scores) {
            all.add(Figure.of("- %s: mean [%.0f to %.0f], median %.0f, P90 %.0f, best %.0f%%, sign %d:%d p=%.2g".formatted(
                    score.policy(), score.low(), score.high(), score.median(), score.p90(), 100 * score.best(),
                    score.fewer(), score.more(), score.sign()), score.mean(), "s later"));
        }
        rounds.getFirst().hedges().keySet().stream().sorted().forEach(hedge -> all.add(burden(hedge)));
        rounds.getFirst().journeys().keySet().forEach(policy -> all.add(moves(policy)));
        return all;
    }

    private Figure moves(String policy) {
        List<Journey> journeys = rounds.stream().map(r -> r.journeys().get(policy)).toList();
        return Figure.of("- %s moved %d of %d tasks, in all".formatted(policy,
                journeys.stream().filter(j -> j.moves() > 0).count(), journeys.size()),
                journeys.stream().mapToInt(Journey::moves).sum(), "times");
    }

    private Figure burden(String hedge) {
        List<Hedge.Burden> burdens = rounds.stream().map(r -> r.burden(hedge)).toList();
        double queued = burdens.stream().mapToDouble(Hedge.Burden::queueSeconds).average().orElseThrow();
        double held = burdens.stream().mapToDouble(Hedge.Burden::nodeSeconds).average().orElseThrow();
        return Figure.of("- %s burdens others for each task: queue entries %.0f s long, nodes held %.1f node s, extra submissions"
                .formatted(hedge, queued, held), burdens.stream().mapToInt(Hedge.Burden::extraJobs).average().orElseThrow(), "");
    }

    Score score(String policy) {
        return scores.stream().filter(s -> s.policy().equals(policy)).findFirst().orElseThrow();
    }

    private Score bestFixed() {
        return scores.stream().filter(Score::fixed).min(Comparator.comparingDouble(Score::mean)).orElseThrow();
    }

    private static double ratio(Score own, Score other) {
        return other.mean() == 0 ? own.mean() == 0 ? 1 : Double.MAX_VALUE : own.mean() / other.mean();
    }
}
