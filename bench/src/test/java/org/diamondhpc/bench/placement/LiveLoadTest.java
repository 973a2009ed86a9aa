package org.diamondhpc.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.diamondhpc.bench.simulator.Rules;
import org.diamondhpc.bench.simulator.TraceFolder;
import org.junit.jupiter.api.Test;

class LiveLoadTest {
    private static final TraceFolder NOWHERE = new TraceFolder(Path.of("/nonexistent"));
    private static final SiteModel MODEL = new SiteModel("one", "none", 128, 1, Rules.EASY, 0);

    @Test
    void aNarrowClusterIsAsBusyAsTheMachineWas() throws IOException {
        LiveLoad load = LiveLoad.of(MODEL, 8, NOWHERE, 3600, 1);

        double work = load.arrivals().stream().filter(a -> a.at() > 0).mapToDouble(a -> a.nodes() * a.run()).sum();
        assertThat(work / 8 / 3600).isCloseTo(0.85, within(0.15));
    }

    @Test
    void arrivalsAreInOrderFitAndEndWithinTheirLimits() throws IOException {
        List<LiveLoad.Arrival> arrivals = LiveLoad.of(MODEL, 8, NOWHERE, 600, 1).arrivals();

        assertThat(arrivals).isSortedAccordingTo(Comparator.comparingDouble(LiveLoad.Arrival::at));
        assertThat(arrivals).allMatch(a -> a.nodes() >= 1 && a.nodes() <= 8 && a.run() <= 60 * a.limit());
        assertThat(arrivals.getFirst().at()).isZero();
    }
}
