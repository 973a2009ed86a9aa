package org.diamondhpc.site.scheduler.lsf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.DialectContract;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.ReplayedSite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** LSF, in its documented form, since no output of one was ever recorded. */
class LsfReplayTest extends DialectContract {
    private static ReplayedSite site;

    @BeforeAll
    static void open() {
        site = ReplayedSite.start("lsf");
    }

    @AfterAll
    static void close() {
        if (site != null) {
            site.close();
        }
    }

    @Override
    protected Ground ground() {
        return new Ground(site.session(), site.profile(), true, Duration.ofSeconds(60));
    }

    @Test
    void saysThatTheSchedulerDoesNotAnswer() throws IOException {
        site.fault("down", true);
        try {
            SiteSnapshot seen = Dialects.standard().of("lsf").look(site.session(), site.profile(), Instant.now());

            assertThat(seen.seenAt()).isNull();
            assertThat(seen.health().state()).isEqualTo(SiteHealth.State.DEGRADED);
            assertThat(seen.health().problem().reason()).isEqualTo(Reason.SCHEDULER_UNAVAILABLE);
            refusesAndStaysSilent();
        } finally {
            site.fault("down", false);
        }
    }
}
