package org.diamondhpc.discovery.domain.placing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.discovery.domain.SampleTask;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Prediction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReconsiderationTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
    private static final Reconsideration.Terms TERMS = terms(false);
    private static final SiteId ALPHA = new SiteId("alpha");

    /** Minutes until it would be done here, likely and at worst there, and the gain where it moves. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "60, 40, 45, 20",
        "60, 51, 52, -",
        "30, 21, 22, -",
        "300, 220, 230, -",
        "300, 200, 280, 100",
        "300, 100, 301, -",
        "20, 90, 95, -",
    })
    void itMovesOnlyForAGoodGainThatHoldsAtWorst(int here, int there, int worst, Integer gain) {
        var found = Reconsideration.of(waitingAtAlpha(here), Duration.ofMinutes(8), at("beta", "main", there, worst), TERMS);

        assertThat(found.map(f -> f.gain().toMinutes()).orElse(null)).isEqualTo(gain == null ? null : gain.longValue());
        found.ifPresent(f -> assertThat(f.why()).contains("waited 8 min at alpha:main", "at beta:main", "sooner"));
    }

    @Test
    void anotherPartitionOfTheSiteIsAnotherPlaceAndItsOwnIsNot() {
        assertThat(Reconsideration.of(waitingAtAlpha(60), Duration.ofMinutes(8), at("alpha", "main", 1, 1), TERMS)).isEmpty();
        assertThat(Reconsideration.of(waitingAtAlpha(60), Duration.ofMinutes(8), at("alpha", "big", 1, 1), TERMS)).isPresent();
    }

    @Test
    void whereNoEndCanBeForeseenThereIsNothingToCompare() {
        Improvement.Present stuck = new Improvement.Present(ALPHA, "main", null, Duration.ofMinutes(5));

        assertThat(Reconsideration.of(stuck, Duration.ofMinutes(8), at("beta", "main", 1, 1), TERMS)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "6, 0, false, -, true",
        "4, 0, false, -, false",
        "6, 2, false, -, false",
        "6, 1, false, 29, false",
        "6, 1, false, 31, true",
        "6, 0, true, 31, false",
    })
    void aTaskIsMovedNotTooSoonNotTooOftenAndNotTwiceAtOnce(int waited, int moves, boolean moving, Integer triedAgo,
            boolean due) {
        Instant tried = triedAgo == null ? null : NOW.minus(Duration.ofMinutes(triedAgo));

        assertThat(TERMS.due(new Reconsideration.Standing(Duration.ofMinutes(waited), moves, moving, tried), NOW)).isEqualTo(due);
    }

    @Test
    void itsOwnWordGoesBeforeTheConfiguredOneAndArraysStay() {
        SampleTask silent = new SampleTask();

        assertThat(TERMS.concern(silent.order().spec())).isFalse();
        assertThat(terms(true).concern(silent.order().spec())).isTrue();
        assertThat(TERMS.concern(new SampleTask().reconsider(true).order().spec())).isTrue();
        assertThat(terms(true).concern(new SampleTask().reconsider(false).order().spec())).isFalse();
        assertThat(TERMS.concern(new SampleTask().reconsider(true).array("1-3", null).order().spec())).isFalse();
    }

    private static Reconsideration.Terms terms(boolean everybody) {
        return new Reconsideration.Terms(everybody, Duration.ofMinutes(5), new Improvement.Worth(Duration.ofMinutes(10), 0.3), 2,
                Duration.ofMinutes(30));
    }

    private static Improvement.Present waitingAtAlpha(int minutes) {
        return new Improvement.Present(ALPHA, "main", Duration.ofMinutes(minutes - 5), Duration.ofMinutes(5));
    }

    private static Placement at(String site, String partition, int likely, int worst) {
        Prediction prediction = new Prediction(Duration.ofMinutes(likely - 1), Duration.ZERO, Duration.ofMinutes(worst - 1),
                Duration.ZERO, Duration.ofMinutes(1));
        return new Placement(new SiteId(site), "slurm", "user", partition, null, null, null, null, prediction, "fastest", "",
                null, NOW);
    }
}
