package org.diamondhpc.discovery.domain.placing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.Prediction;
import org.diamondhpc.schemas.task.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImprovementTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
    private static final Improvement.Margin MARGIN = new Improvement.Margin(Duration.ofMinutes(10), 0.3, 1.5,
            Duration.ofMinutes(30));
    private static final Improvement.Told NEVER = new Improvement.Told(null, null);
    private static final SiteId ALPHA = new SiteId("alpha");

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "60, 40, 20",
        "60, 55, -",
        "30, 21, -",
        "300, 220, -",
        "300, 200, 100",
        "20, 90, -",
    })
    void onlyAGoodGainIsTold(int minutesHere, int minutesThere, Integer gain) {
        List<Candidate> candidates = List.of(at("alpha", 1), at("beta", minutesThere), at("gamma", 1000), never());

        var found = Improvement.of(here(minutesHere), candidates, MARGIN, NEVER, NOW);

        assertThat(found.map(i -> i.gain().toMinutes()).orElse(null)).isEqualTo(gain == null ? null : gain.longValue());
    }

    @ParameterizedTest
    @CsvSource({
        "60, 10, false",
        "60, 31, false",
        "40, 29, false",
        "40, 31, true",
    })
    void itIsToldAgainOnlyWhenTheGainHasGrownAndNotSoon(int gainBefore, int minutesAgo, boolean told) {
        Improvement.Told before = new Improvement.Told(Duration.ofMinutes(gainBefore),
                NOW.minus(Duration.ofMinutes(minutesAgo)));

        var found = Improvement.of(here(80), List.of(at("beta", 20)), MARGIN, before, NOW);

        assertThat(found.isPresent()).isEqualTo(told);
    }

    @Test
    void aPlaceWhereNothingIsForeseenIsToldOnce() {
        Improvement.Present stuck = new Improvement.Present(ALPHA, "main", null, Duration.ofMinutes(5));
        List<Candidate> candidates = List.of(at("beta", 500));

        var first = Improvement.of(stuck, candidates, MARGIN, NEVER, NOW);
        var again = Improvement.of(stuck, candidates, MARGIN, new Improvement.Told(null, NOW.minusSeconds(86_400)), NOW);

        assertThat(first).hasValueSatisfying(i -> assertThat(i.gain()).isNull());
        assertThat(again).isEmpty();
    }

    private static Improvement.Present here(int minutes) {
        return new Improvement.Present(ALPHA, "main", Duration.ofMinutes(minutes - 5), Duration.ofMinutes(5));
    }

    private static Candidate at(String site, int minutes) {
        return new Candidate(new SiteId(site), "main", Verdict.BUSY, "", new Prediction(Duration.ofMinutes(minutes - 1),
                Duration.ZERO, Duration.ofHours(1), Duration.ZERO, Duration.ofMinutes(1)), null);
    }

    private static Candidate never() {
        return new Candidate(new SiteId("delta"), "main", Verdict.INCOMPATIBLE, "", null, null);
    }
}
