package org.diamondhpc.discovery.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.diamondhpc.discovery.board.KnownSite;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.session.SiteException;
import org.junit.jupiter.api.Test;

class ObserverTest {
    private static final Problem NO_ACCOUNTING = Problem.of(Reason.SCHEDULER_UNAVAILABLE, "associations: refused");
    private static final Problem SILENT = Problem.of(Reason.SCHEDULER_UNAVAILABLE, "the controller does not answer");
    private final SiteSnapshot up = SampleSite.idle("alpha", 2, 8).snapshot();

    @Test
    void aSiteWithoutAccountingTakesWorkFromTheFirstLookOn() {
        SiteSnapshot impaired = observe(up, 10, partly(10));

        assertThat(impaired.takesWork()).isTrue();
        assertThat(impaired.impaired()).isTrue();
    }

    @Test
    void aDegradedSiteThatFallsSilentTakesNoMoreWork() {
        SiteSnapshot impaired = observe(up, 10, partly(10));

        SiteSnapshot silent = observe(impaired, 20, unseen());
        SiteSnapshot stillSilent = observe(silent, 30, unseen());

        assertThat(List.of(silent.takesWork(), stillSilent.takesWork())).containsExactly(false, false);
        assertThat(stillSilent.health().since()).as("since it fell silent").isEqualTo(at(20));
    }

    @Test
    void aSilentSiteThatAnswersInPartTakesWorkAgain() {
        SiteSnapshot silent = observe(up, 10, unseen());

        SiteSnapshot impaired = observe(silent, 20, partly(20));

        assertThat(silent.takesWork()).isFalse();
        assertThat(impaired.takesWork()).isTrue();
    }

    @Test
    void ourOwnBusyConnectionsSayNothingOfTheSite() {
        SiteSnapshot impaired = observe(up, 10, partly(10));

        SiteSnapshot later = observe(impaired, 20, (site, now) -> {
            throw SiteException.of(Reason.SITE_BUSY, "all channels are in use");
        });

        assertThat(later.health()).isEqualTo(impaired.health());
    }

    private static SiteSnapshot observe(SiteSnapshot before, long second, SiteLook look) {
        KnownSite site = new KnownSite(before.site(), "a sample", "slurm", null, null, null, null, null,
                null, null, null);
        return new Observer(look, Clock.fixed(at(second), ZoneOffset.UTC)).observe(site, before).seen();
    }

    private SiteLook partly(long second) {
        SiteHealth health = new SiteHealth(SiteHealth.State.DEGRADED, at(second), NO_ACCOUNTING);
        return (site, now) -> new SiteSnapshot(up.site(), up.description(), up.family(), up.version(), now, health,
                up.partitions(), up.nodes(), up.queue(), false, up.accounts(), null, null, null, null);
    }

    private SiteLook unseen() {
        return (site, now) -> new SiteSnapshot(up.site(), up.description(), up.family(), null, null,
                new SiteHealth(SiteHealth.State.DEGRADED, now, SILENT), null, null, null, false, null, null, null, null,
                null);
    }

    private static Instant at(long second) {
        return SampleSite.SEEN.plusSeconds(second);
    }
}
