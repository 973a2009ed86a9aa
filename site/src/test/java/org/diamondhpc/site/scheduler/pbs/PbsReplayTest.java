package org.diamondhpc.site.scheduler.pbs;

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

/** OpenPBS, from outputs recorded of 23.06. */
class PbsReplayTest extends DialectContract {
    private static ReplayedSite site;

    @BeforeAll
    static void open() {
        site = ReplayedSite.start("pbs");
    }

    @AfterAll
    static void close() {
        if (site != null) {
            site.close();
        }
    }

    @Override
    protected Ground ground() {
        return new Ground(site.session(), site.profile(), true, Duration.ofSeconds(3));
    }

    @Test
    void saysThatTheSchedulerDoesNotAnswer() throws IOException {
        site.fault("down", true);
        try {
            SiteSnapshot seen = Dialects.standard().of("pbs").look(site.session(), site.profile(), Instant.now());

            assertThat(seen.seenAt()).isNull();
            assertThat(seen.health().state()).isEqualTo(SiteHealth.State.DEGRADED);
            assertThat(seen.health().problem().reason()).isEqualTo(Reason.SCHEDULER_UNAVAILABLE);
            refusesAndStaysSilent();
        } finally {
            site.fault("down", false);
        }
    }

    @Test
    void takesTheJobsOwnWordWhereTheServerKeepsNoHistory() throws IOException {
        site.fault("history-off", true);
        try {
            keepsTheProgramsExitCode();
            tellsOfAJobThatWasCancelledWhileItWaited();
            findsNothingOfWhatWasNeverSubmitted();
        } finally {
            site.fault("history-off", false);
        }
    }
}
