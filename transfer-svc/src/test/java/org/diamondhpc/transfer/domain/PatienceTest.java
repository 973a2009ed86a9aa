package org.diamondhpc.transfer.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.Replica;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final Instant SINCE = Instant.parse("2026-11-30T08:00:00Z");
    private final Patience patience = new Patience(Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofMinutes(10));

    @Test
    void pausesDoubleUpToTheLongest() {
        assertThat(patience.pause(SINCE, 1, SINCE, false)).contains(Duration.ofSeconds(1));
        assertThat(patience.pause(SINCE, 4, SINCE, false)).contains(Duration.ofSeconds(8));
        assertThat(patience.pause(SINCE, 1000, SINCE, false)).contains(Duration.ofSeconds(60));
    }

    @Test
    void endsUnlessThereIsNowhereElseToGo() {
        Instant late = SINCE.plus(Duration.ofMinutes(10));

        assertThat(patience.pause(SINCE, 5, late, false)).isEmpty();
        assertThat(patience.pause(SINCE, 5, late, true)).contains(Duration.ofSeconds(16));
    }

    @Test
    void cheapestSourceIsAskedFirst() {
        SiteId here = new SiteId("here");
        SiteId well = new SiteId("well");
        SiteId ill = new SiteId("ill");

        List<Source> sources = Source.byCost(List.of(Replica.at(ill, "/f"), Replica.at(well, "/f"),
                Replica.inStore("0"), Replica.at(here, "/f")), here, site -> !site.equals(ill));

        assertThat(sources).containsExactly(new Source.AtSite(here, "/f"), new Source.Stored("0"),
                new Source.AtSite(well, "/f"), new Source.AtSite(ill, "/f"));
    }
}
