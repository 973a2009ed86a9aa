package org.diamondhpc.discovery.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.diamondhpc.discovery.board.KnownSite;
import org.diamondhpc.discovery.domain.SampleTask;
import org.diamondhpc.discovery.domain.placing.Decision;
import org.diamondhpc.discovery.domain.placing.Experience;
import org.diamondhpc.discovery.domain.placing.Landscape;
import org.diamondhpc.discovery.domain.placing.Placing;
import org.diamondhpc.discovery.domain.placing.Question;
import org.diamondhpc.discovery.domain.staging.Routes;
import org.diamondhpc.discovery.domain.staging.Throughputs;
import org.diamondhpc.discovery.domain.verdict.SiteView;
import org.diamondhpc.discovery.domain.wait.Habits;
import org.diamondhpc.discovery.domain.wait.LearnedSimulation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.session.SiteSessions;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.diamondhpc.site.testing.TestingSshSite;
import org.junit.jupiter.api.Test;

/** A look at a workstation over real SSH, and a task placed on what was seen. */
class LookOverSshTest {
    private final Clock clock = Clock.systemUTC();

    @Test
    void aWorkstationIsAPlaceLikeAnyOther() throws Exception {
        try (TestingSshSite site = TestingSshSite.start("desk");
                SiteSessions sessions = new SshSiteSessions(site.profiles())) {
            SiteProfiles profiles = site.profiles();
            KnownSite known = new ProfiledSites(profiles).all().getFirst();
            Observer observer = new Observer(new DialectLook(profiles, sessions, Dialects.standard()), clock);

            Looking looking = observer.observe(known, unknown(known));

            assertThat(looking.healthy()).isTrue();
            assertThat(looking.seen().health().state()).isEqualTo(SiteHealth.State.UP);
            Placement placement = ((Decision.Placed) place(known, looking.seen())).placement();
            assertThat(placement.family()).isEqualTo("fork");
            assertThat(placement.user()).isEqualTo(site.account().user());
            assertThat(placement.prediction().waiting()).isZero();
        }
    }

    @Test
    void aSiteThatDoesNotAnswerKeepsWhatWasSeenAndSaysWhy() throws Exception {
        try (TestingSshSite site = TestingSshSite.start("desk");
                SiteSessions sessions = new SshSiteSessions(site.profiles())) {
            KnownSite known = new ProfiledSites(site.profiles()).all().getFirst();
            Observer observer = new Observer(new DialectLook(site.profiles(), sessions, Dialects.standard()), clock);
            SiteSnapshot before = observer.observe(known, unknown(known)).seen();
            site.network().refuse(true);
            site.network().cut();

            Looking looking = observer.observe(known, before);

            assertThat(looking.healthy()).isFalse();
            assertThat(looking.seen().nodes()).isEqualTo(before.nodes()).isNotEmpty();
            assertThat(looking.seen().health().usable()).isFalse();
            assertThat(looking.problem().reason()).isIn(Reason.SITE_UNREACHABLE, Reason.SITE_CONNECTION_LOST);
        }
    }

    private Decision place(KnownSite known, SiteSnapshot seen) {
        return Placing.decide(Question.of(new SampleTask().order(), clock.instant()), new Landscape(
                List.of(new Landscape.Seen(new SiteView(seen, known.projects(), Map.of()),
                        new LearnedSimulation(id -> Habits.NONE).forecast(seen))), Throughputs.none(), Experience.none(), Routes.relayed()));
    }

    private SiteSnapshot unknown(KnownSite known) {
        return known.unseen(new SiteHealth(SiteHealth.State.UNKNOWN, clock.instant(), null));
    }
}
