package org.diamondhpc.discovery.domain.placing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.task.Calibration;
import org.diamondhpc.schemas.task.Prediction;
import org.diamondhpc.schemas.task.PredictionTruth;
import org.junit.jupiter.api.Test;

class CalibrationsTest {
    @Test
    void eachPlaceIsJudgedByTheWaitsThatAreKnown() {
        List<Calibration> worth = Calibrations.of(List.of(placed("alpha", 100, 110), placed("alpha", 100, 400),
                placed("alpha", 100, null), placed("beta", 0, 0), placed("alpha", 100, 60), placed("gamma", 5, null)));

        assertThat(worth).containsExactly(
                new Calibration(new SiteId("alpha"), "main", 3, 2 / 3.0, Duration.ofSeconds(100), Duration.ofSeconds(190),
                        Duration.ofSeconds(40)),
                new Calibration(new SiteId("beta"), "main", 1, 1, Duration.ZERO, Duration.ZERO, Duration.ZERO));
    }

    private static PredictionTruth placed(String site, long predicted, Integer waited) {
        Duration wait = Duration.ofSeconds(predicted);
        return new PredictionTruth(new TaskId("t-00000001"), 1, new SiteId(site), "main", "fastest", SampleSite.SEEN,
                new Prediction(wait, wait.dividedBy(2), wait.multipliedBy(2), Duration.ZERO, Duration.ofSeconds(10)), null,
                waited == null ? null : Duration.ofSeconds(waited), null, null);
    }
}
