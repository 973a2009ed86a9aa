package org.diamondhpc.discovery.domain.staging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.discovery.domain.staging.Throughputs.Pair;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.junit.jupiter.api.Test;

class RoutesTest {
    private static final SiteId A = new SiteId("alpha");
    private static final SiteId B = new SiteId("beta");
    private static final SiteId C = new SiteId("gamma");
    private final Routes routes = new Routes(true, Set.of(A, B), Map.of(A, Set.of(C)));

    @Test
    void saysTheMoverAndWhy() {
        assertThat(routes.between(A, B)).hasToString("Globus (both ends have a collection)");
        assertThat(routes.between(A, C)).hasToString("rsync (alpha reaches gamma by itself)");
        assertThat(routes.between(B, C)).hasToString("SFTP (gamma has no Globus collection)");
        assertThat(routes.between(C, A)).hasToString("SFTP (gamma has no Globus collection)");
        assertThat(routes.between(null, A)).hasToString("SFTP");
        assertThat(Routes.relayed().between(A, B)).hasToString("SFTP");
    }

    @Test
    void theEstimateTakesTheCopyThatGlobusReachesAndItsLearnedSpeed() {
        ResolvedInput input = new ResolvedInput("f", "f", null, false, 1_000_000_000L, null,
                List.of(Replica.at(C, "/f"), Replica.at(A, "/f")));
        Throughputs learned = new Throughputs(Map.of(new Pair(A, B, "globus"), 500e6));

        StagingEstimate estimate = StagingEstimate.of(List.of(input), B, learned, routes);

        assertThat(estimate.time()).isEqualTo(Duration.ofMillis(2200));
        assertThat(estimate.mover()).isEqualTo("1 of 1 inputs, 1.0 GB by Globus (both ends have a collection)");
    }

    @Test
    void whatAnotherMoverReachedOnTheSameWayIsNoneOfItsBusiness() {
        ResolvedInput input = new ResolvedInput("f", "f", null, false, 1_000_000_000L, null, List.of(Replica.at(A, "/f")));
        Throughputs learned = new Throughputs(Map.of(new Pair(A, B, "globus"), 500e6, new Pair(A, B, "sftp"), 10e6));

        StagingEstimate withoutGlobus = StagingEstimate.of(List.of(input), B, learned, Routes.relayed());

        assertThat(withoutGlobus.time()).isEqualTo(Duration.ofMillis(100_200));
        assertThat(StagingEstimate.of(List.of(input), B, learned, routes).time()).isEqualTo(Duration.ofMillis(2200));
    }
}
