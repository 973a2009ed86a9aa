package org.diamondhpc.site.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.site.NewSite;
import org.diamondhpc.schemas.site.NewSite.Access;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.text.Marks;
import org.diamondhpc.site.ssh.SshSiteSessions;
import org.diamondhpc.site.testing.TestingSshSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** New sites over real SSH. */
class DraftingTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    Path folder;

    private final TestingSshSite site = TestingSshSite.start("desk");
    private SiteProfiles profiles;
    private SshSiteSessions sessions;

    @BeforeEach
    void open() {
        profiles = SiteProfiles.lenient(folder, Duration.ZERO, Dialects.standard()::problems);
        sessions = new SshSiteSessions(profiles);
    }

    @AfterEach
    void close() {
        sessions.close();
        site.close();
    }

    private Drafting drafting() {
        return new Drafting(sessions, profiles, Dialects.standard(), Marks.random(), new Keyring(folder, null));
    }

    private NewSite wanted(String hostKey) {
        return wanted(hostKey, new Access(Access.Kind.KEY, site.keyFile().toString(), null, null), null, null);
    }

    private NewSite wanted(String hostKey, Access access, String family, SiteId jump) {
        return new NewSite(new SiteId("newcomer"), "127.0.0.1", site.network().port(), "tester", jump, hostKey, access,
                family, null, null, null);
    }

    private SiteReply.HostKey shown() {
        return (SiteReply.HostKey) drafting().draft(wanted(null), NOON);
    }

    private SiteReply.Draft draft(NewSite wanted) {
        return (SiteReply.Draft) drafting().draft(wanted, NOON);
    }

    private static void refused(Reason reason, String what, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(DiamondException.class, e -> {
            assertThat(e.problem().reason()).isEqualTo(reason);
            assertThat(e.problem().detail() + " " + e.problem().whatToDo()).contains(what);
        });
    }

    @Test
    void anUnknownKeyIsShownAndNobodyLogsIn() {
        SiteReply.HostKey key = shown();

        assertThat(key.fingerprint()).startsWith("SHA256:");
        assertThat(key.line()).startsWith("ssh-ed25519 ");
        assertThat(key.known()).isFalse();
        assertThat(site.connections()).isZero();
    }

    @Test
    void aWorkstationIsDraftedAsOneWithItsCoresAndAWarning() {
        SiteReply.Draft draft = draft(wanted(shown().fingerprint()));

        assumeTrue(draft.family().equals("fork"), "this machine is a cluster's login node");
        SiteProfile profile = profiles.read(draft.profile());
        assertThat(profile.id().value()).isEqualTo("newcomer");
        assertThat(profile.scheduler().options()).containsEntry("slots",
                String.valueOf(Runtime.getRuntime().availableProcessors()));
        assertThat(profile.labels()).containsKey("architecture");
        assertThat(draft.seen().partitions()).hasSize(1);
        assertThat(String.join(" ", draft.notes())).contains("No scheduler", "--family");
        assertThat(profiles.all()).as("nothing is written before the yes").isEmpty();
    }

    @Test
    void aSchedulerOutsideThePathIsFoundAndThePrologueSaysHow() throws Exception {
        Path bin = Files.createDirectories(site.home().resolve("slurm/bin"));
        Files.writeString(bin.resolve("sbatch"), "#!/bin/sh\n");
        Files.writeString(bin.resolve("scontrol"), "#!/bin/sh\n[ \"$1\" != --version ] || echo 'slurm 23.02.1'\n");
        for (String program : new String[] {"sbatch", "scontrol"}) {
            Files.setPosixFilePermissions(bin.resolve(program), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.writeString(site.home().resolve(".bash_profile"), "PATH=" + bin + ":/usr/bin:/bin\nSCRATCH=/tmp\nexport SCRATCH\n");

        SiteReply.Draft draft = draft(wanted(shown().line()));

        SiteProfile profile = profiles.read(draft.profile());
        assertThat(profile.prologue()).contains(bin.toString());
        assertThat(profile.storage().scratch()).contains("/tmp");
        assertThat(draft.family()).isEqualTo("slurm");
    }

    @Test
    void anotherKeyThanTheAcceptedOneEndsIt() {
        String accepted = shown().fingerprint();
        site.changeHostKey();

        refused(Reason.SITE_HOST_KEY_CHANGED, "not the accepted one", () -> drafting().draft(wanted(accepted), NOON));
        assertThat(site.connections()).isZero();
    }

    @Test
    void aRefusedKeyIsSaidWithTheWaysThatAreOpen() {
        String accepted = shown().fingerprint();
        site.acceptKeys(false);

        refused(Reason.SITE_AUTH_REFUSED, "it takes", () -> drafting().draft(wanted(accepted), NOON));
    }

    @Test
    void aSiteThatAsksAPersonWantsItsFamilyNamed() {
        String accepted = shown().fingerprint();
        Access person = new Access(Access.Kind.KEYBOARD_INTERACTIVE, null, null, null);

        refused(Reason.SITE_NEEDS_LOGIN, "--family", () -> drafting().draft(wanted(accepted, person, null, null), NOON));
        SiteReply.Draft draft = draft(wanted(accepted, person, "slurm", null));
        assertThat(profiles.read(draft.profile()).scheduler().family()).isEqualTo("slurm");
        assertThat(draft.seen()).isNull();
    }

    @Test
    void aHostThatDoesNotAnswerIsUnreachable() {
        site.network().refuse(true);

        refused(Reason.SITE_UNREACHABLE, "127.0.0.1", () -> drafting().draft(wanted(null), NOON));
    }

    @Test
    void aTakenNameIsSaidBeforeAnythingIsAsked() {
        SiteReply.Draft draft = draft(wanted(shown().fingerprint()));
        profiles.add(draft.profile());

        refused(Reason.INVALID_STATE, "--name", () -> drafting().draft(wanted(null), NOON));
        refused(Reason.INVALID_STATE, "already", () -> profiles.add(draft.profile() + "# another\n"));
        assertThat(profiles.add(draft.profile()).id().value()).as("the same once more").isEqualTo("newcomer");
    }

    @Test
    void aSiteBehindAnotherIsReachedThroughIt() throws Exception {
        try (TestingSshSite gate = TestingSshSite.start("gate")) {
            Files.copy(gate.profileFolder().resolve("gate.yaml"), folder.resolve("gate.yaml"));
            SiteId jump = new SiteId("gate");
            Access key = new Access(Access.Kind.KEY, site.keyFile().toString(), null, null);
            SiteReply.HostKey shown = (SiteReply.HostKey) drafting().draft(wanted(null, key, null, jump), NOON);

            SiteReply.Draft draft = draft(wanted(shown.fingerprint(), key, null, jump));

            assertThat(profiles.read(draft.profile()).transport().jump()).contains(jump);
            assertThat(gate.connections()).isPositive();
        }
    }

    @Test
    void whatAHostSaysNeverBecomesAField() {
        NewSite hostile = new NewSite(new SiteId("newcomer"), "127.0.0.1", site.network().port(),
                "tester", null, null, new Access(Access.Kind.KEY, "/k\"}], jump: evil # ", null, null), null,
                "echo 1\nlabels: {a: b}", null, null);
        String yaml = ProfileText.of(hostile, new SiteId("newcomer"), null, hostile.access()).yaml();

        SiteProfile profile = profiles.read(yaml);

        assertThat(profile.transport().jump()).isEmpty();
        assertThat(profile.labels()).isEmpty();
        assertThat(profile.prologue()).isEqualTo("echo 1\nlabels: {a: b}");
    }
}
