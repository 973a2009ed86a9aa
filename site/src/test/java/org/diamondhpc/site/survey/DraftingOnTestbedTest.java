package org.diamondhpc.site.survey;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.NewSite;
import org.diamondhpc.schemas.site.NewSite.Access;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.site.Window;
import org.diamondhpc.site.profile.Account;
import org.diamondhpc.site.profile.Auth;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.Testbed;
import org.diamondhpc.site.scheduler.text.Marks;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real clusters that nobody has written down yet, and what is known of one that is. */
class DraftingOnTestbedTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"alpha,batch,''", "beta,gpu,''", "gamma,main,/opt/slurm/bin", "delta,main,''"})
    void aClusterIsDraftedAsItIs(String name, String partition, String path) {
        try (Testbed testbed = Testbed.orSkip()) {
            SiteProfiles empty = SiteProfiles.lenient(folder, Duration.ZERO, Dialects.standard()::problems);
            try (SshSiteSessions sessions = new SshSiteSessions(empty)) {
                SiteProfile known = testbed.profile(name);
                Account account = known.accounts().getFirst();
                Access key = new Access(Access.Kind.KEY, ((Auth.Key) account.auth()).keyFile().toString(), null, null);
                NewSite wanted = new NewSite(new SiteId("new-" + name), known.transport().hosts().getFirst().host(),
                        known.transport().hosts().getFirst().port(), account.user(), null, null, key, null, null, null, null);
                Drafting drafting = new Drafting(sessions, empty, Dialects.standard(), Marks.random(),
                        new Keyring(folder, null));
                SiteReply.HostKey shown = (SiteReply.HostKey) drafting.draft(wanted, Instant.now());

                SiteReply.Draft draft = (SiteReply.Draft) drafting.draft(new NewSite(wanted.id(), wanted.host(),
                        wanted.port(), wanted.user(), null, shown.fingerprint(), key, null, null, null, null), Instant.now());

                assertThat(known.transport().hostKeys()).anyMatch(k -> k.startsWith(shown.line()));
                assertThat(draft.family()).isEqualTo("slurm");
                assertThat(draft.seen().partitions()).extracting(PartitionState::name).contains(partition);
                SiteProfile read = empty.read(draft.profile());
                assertThat(read.prologue()).contains(path);
                assertThat(read.labels()).containsEntry("architecture", System.getProperty("os.arch").equals("amd64")
                        ? "x86_64" : System.getProperty("os.arch"));
                System.out.println(draft.profile());
            }
        }
    }

    @Test
    void sharesMinutesLeftAndMaintenanceAreSeen() throws Exception {
        try (Testbed testbed = Testbed.orSkip()) {
            SiteProfile alpha = testbed.profile("alpha");
            Instant now = Instant.now();
            testbed.command("fault", "maint-on", "alpha");

            SiteSnapshot seen = Dialects.standard().of("slurm").look(testbed.session("alpha"), alpha, null, now);
            testbed.command("fault", "heal", "alpha");

            assertThat(seen.accounts().getFirst().associations()).extracting(Association::account)
                    .contains("proj1", "proj2");
            assertThat(seen.accounts().getFirst().associations()).allSatisfy(a -> {
                assertThat(a.share().fairShare()).isBetween(0.0, 1.0);
                assertThat(a.share().askedAt()).isEqualTo(now);
            });
            assertThat(seen.windows()).anyMatch(Window::maintenance).allSatisfy(w -> assertThat(w.nodes()).isNotEmpty());
        }
    }

    @Test
    void aClustersInventoryIsSeen() {
        try (Testbed testbed = Testbed.orSkip()) {
            SiteFacts facts = new Survey(Marks.random()).ask(testbed.session("delta"), testbed.profile("delta"), null,
                    Survey.Depth.ALL, Instant.now());

            assertThat(facts.moduleSystem()).as("tcsh is the login shell there, bash is asked all the same").isNotNull();
            assertThat(facts.storage()).allSatisfy(s -> assertThat(s.freeBytes()).isPositive());
            System.out.println(facts);
        }
    }
}
