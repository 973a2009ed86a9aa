package org.diamondhpc.discovery.domain.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.junit.jupiter.api.Test;

class ProbeTest {
    private static final Instant NOW = SampleSite.SEEN;
    private final LookRhythm rhythm = new LookRhythm(Duration.ofSeconds(1), Duration.ofSeconds(30));

    @Test
    void aQuietSiteIsLookedAtEverMoreSeldom() {
        assertThat(rhythm.afterLook(Duration.ofSeconds(4), false, false, Duration.ZERO)).isEqualTo(Duration.ofSeconds(6));
        assertThat(rhythm.afterLook(Duration.ofSeconds(28), false, false, Duration.ZERO)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void whereThingsMoveOrTasksGoItIsLookedAtOften() {
        assertThat(rhythm.afterLook(Duration.ofSeconds(28), true, false, Duration.ZERO)).isEqualTo(Duration.ofSeconds(1));
        assertThat(rhythm.afterLook(Duration.ofSeconds(28), false, true, Duration.ZERO)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aSlowSiteIsSpared() {
        assertThat(rhythm.afterLook(null, true, true, Duration.ofSeconds(2))).isEqualTo(Duration.ofSeconds(20));
        assertThat(rhythm.afterLook(null, true, true, Duration.ofSeconds(20))).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void aSiteThatIsAwayIsTriedLessAndLess() {
        assertThat(rhythm.afterFailure(1, null, NOW)).isEqualTo(Duration.ofSeconds(1));
        assertThat(rhythm.afterFailure(4, null, NOW)).isEqualTo(Duration.ofSeconds(8));
        assertThat(rhythm.afterFailure(40, null, NOW)).isEqualTo(Duration.ofMinutes(1));
        assertThat(rhythm.afterFailure(1, NOW.plusSeconds(90), NOW)).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void theClockAloneIsNoNews() {
        SiteSnapshot before = running(Duration.ofMinutes(1));
        SiteSnapshot after = running(Duration.ofMinutes(2));

        assertThat(SnapshotNews.moved(before, after)).isFalse();
        assertThat(SnapshotNews.worthPublishing(before, NOW, after, NOW.plusSeconds(29))).isFalse();
        assertThat(SnapshotNews.worthPublishing(before, NOW, after, NOW.plusSeconds(30))).isTrue();
    }

    @Test
    void newsOfTheQueueIsToldSoonAndNewsOfHealthAtOnce() {
        SiteSnapshot before = running(Duration.ofMinutes(1));
        SiteSnapshot idle = SampleSite.idle("alpha", 2, 8).snapshot();
        SiteSnapshot down = before.withHealth(new SiteHealth(SiteHealth.State.DOWN, NOW,
                Problem.of(Reason.SITE_UNREACHABLE, "gone")));

        assertThat(SnapshotNews.worthPublishing(before, NOW, idle, NOW.plusSeconds(1))).isFalse();
        assertThat(SnapshotNews.worthPublishing(before, NOW, idle, NOW.plusSeconds(2))).isTrue();
        assertThat(SnapshotNews.worthPublishing(before, NOW, down, NOW.plusMillis(1))).isTrue();
        assertThat(SnapshotNews.opensPlaces(down, before)).isTrue();
        assertThat(SnapshotNews.opensPlaces(before, idle)).isFalse();
    }

    private static SiteSnapshot running(Duration elapsed) {
        return SampleSite.idle("alpha", 2, 8).running("1", "main", 8, Duration.ofHours(1), elapsed, "a001").snapshot();
    }
}
