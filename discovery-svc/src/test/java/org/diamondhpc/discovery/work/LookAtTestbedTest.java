package org.diamondhpc.discovery.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
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
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.Verdict;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.session.SiteSessions;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.junit.jupiter.api.Test;

/** The four real clusters of {@code testbed/}, where {@code DIAMOND_TESTBED} names the folder of their profiles. */
class LookAtTestbedTest {
    private final Clock clock = Clock.systemUTC();

    @Test
    void seesRealClustersAndPlacesByWhatTheyHave() {
        String folder = System.getProperty("DIAMOND_TESTBED", System.getenv("DIAMOND_TESTBED"));
        assumeTrue(folder != null, "skipped: DIAMOND_TESTBED names no folder of profiles (testbed/testbed up)");
        SiteProfiles profiles = SiteProfiles.load(Path.of(folder));
        try (SiteSessions sessions = new SshSiteSessions(profiles)) {
            List<Landscape.Seen> seen = look(profiles, sessions);

            Decision.Placed gpu = (Decision.Placed) place(seen, new SampleTask().gpus(2, "V100"));
            Decision.Placed wide = (Decision.Placed) place(seen, new SampleTask().cores(100));
            Decision.Failed none = (Decision.Failed) place(seen, new SampleTask().cores(1000));

            assertThat(gpu.placement().site()).isEqualTo(new SiteId("delta"));
            assertThat(wide.placement().site()).isEqualTo(new SiteId("alpha"));
            assertThat(none.candidates()).extracting(Candidate::verdict).containsOnly(Verdict.INCOMPATIBLE);
            assertThat(none.candidates()).extracting(c -> c.site().value()).contains("alpha", "beta", "gamma", "delta");
            for (Decision.Placed placed : List.of(gpu, wide)) {
                System.out.println(placed.placement().why());
                placed.candidates().forEach(c -> System.out.printf("  %s:%s %s %s%n", c.site(), c.partition(), c.verdict(),
                        c.why()));
            }
        }
    }

    private List<Landscape.Seen> look(SiteProfiles profiles, SiteSessions sessions) {
        Observer observer = new Observer(new DialectLook(profiles, sessions, Dialects.standard()), clock);
        List<Landscape.Seen> seen = new ArrayList<>();
        for (KnownSite known : new ProfiledSites(profiles).all()) {
            for (int i = 0; i < 2; i++) {
                Looking looking = observer.observe(known,
                        known.unseen(new SiteHealth(SiteHealth.State.UNKNOWN, clock.instant(), null)));
                System.out.printf("%s %s in %d ms, %d jobs%n", known.id(), looking.seen().health(),
                        looking.took().toMillis(), looking.seen().queue().size());
                if (i == 1) {
                    assertThat(looking.healthy()).isTrue();
                    seen.add(new Landscape.Seen(new SiteView(looking.seen(), known.projects(), Map.of()),
                            new LearnedSimulation(id -> Habits.NONE).forecast(looking.seen())));
                }
            }
        }
        return seen;
    }

    private Decision place(List<Landscape.Seen> seen, SampleTask task) {
        return Placing.decide(Question.of(task.order(), clock.instant()),
                new Landscape(seen, Throughputs.none(), Experience.none(), Routes.relayed()));
    }
}
