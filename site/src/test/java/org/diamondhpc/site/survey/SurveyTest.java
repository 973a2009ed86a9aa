package org.diamondhpc.site.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteFacts.Module;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.LocalSession;
import org.diamondhpc.site.scheduler.text.Marks;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The survey's own program under a real sh, with this machine as the login node. */
class SurveyTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    Path home;
    @TempDir
    Path profiles;

    private SiteProfile profile;

    @BeforeEach
    void profile() throws Exception {
        profile = profile("");
    }

    private SiteProfile profile(String quota) throws Exception {
        Files.writeString(profiles.resolve("here.yaml"), """
                id: here
                transport: {hosts: [{host: localhost}], hostKeys: []}
                scheduler: {family: fork}
                storage: {root: "$HOME/.diamond/not/there/yet"%s}
                accounts: [{user: alice, auth: {kind: agent}}]
                """.formatted(quota));
        return SiteProfiles.load(profiles).all().getFirst();
    }

    private SiteFacts survey(LocalSession session, SiteFacts before, Survey.Depth depth) {
        return new Survey(Marks.random()).ask(session, profile, before, depth, NOON);
    }

    private void program(String name, String text) throws Exception {
        Path file = Files.createDirectories(home.resolve("bin")).resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private LocalSession session() {
        return new LocalSession(home, "/bin/sh", home.resolve("bin") + ":/usr/bin:/bin");
    }

    @Test
    void tellsTheMachineItsLibraryAndItsSpace() {
        SiteFacts facts = survey(LocalSession.at(home), null, Survey.Depth.ALL);

        assertThat(facts.inventoryAt()).isEqualTo(NOON);
        assertThat(facts.architecture()).isEqualTo(System.getProperty("os.arch").equals("amd64") ? "x86_64"
                : System.getProperty("os.arch"));
        assertThat(facts.libc()).matches("(glibc|musl) [0-9.]+");
        assertThat(facts.storage()).extracting(SiteFacts.Storage::use).containsExactly("root", "home");
        SiteFacts.Storage root = facts.storage().getFirst();
        assertThat(root.path()).isEqualTo(home + "/.diamond/not/there/yet");
        assertThat(root.freeBytes()).isPositive().isLessThanOrEqualTo(home.toFile().getFreeSpace() * 2);
        assertThat(root.user()).isEqualTo("alice");
    }

    @Test
    void findsContainerRuntimes() throws Exception {
        program("apptainer", "echo 'apptainer version 1.2.5'");
        program("podman", "echo 'podman version 4.3.1'");

        SiteFacts facts = survey(session(), null, Survey.Depth.ALL);

        assertThat(facts.containers()).containsAllEntriesOf(Map.of("apptainer", "1.2.5", "podman", "4.3.1"));
    }

    @Test
    void asksLmodAsItsLoginShellKnowsIt() throws Exception {
        assumeTrue(Files.exists(Path.of("/bin/bash")), "bash is not installed");
        Files.writeString(home.resolve(".bash_profile"), """
                echo "welcome to the machine"
                export LMOD_CMD=/usr/share/lmod/lmod/libexec/lmod
                module() { [ "$*" = "-t spider" ] && printf '%s\\n' chem/gromacs/ chem/gromacs/2023.1 cuda gcc/ gcc/12.2.0 gcc/13.2.0 >&2; }
                """);

        SiteFacts facts = survey(session(), null, Survey.Depth.ALL);

        assertThat(facts.moduleSystem()).isEqualTo("lmod");
        assertThat(facts.modules()).containsExactly(new Module("chem/gromacs", List.of("2023.1")),
                new Module("cuda", null), new Module("gcc", List.of("12.2.0", "13.2.0")));
        assertThat(facts.modulesKnown()).isTrue();
    }

    @Test
    void aSiteWithoutModulesSaysSo() {
        SiteFacts facts = survey(session(), null, Survey.Depth.ALL);

        assumeTrue(!Files.exists(Path.of("/usr/share/modules/init/sh")) && !Files.exists(Path.of("/usr/share/lmod")),
                "this machine has modules");
        assertThat(facts.moduleSystem()).isEqualTo(SiteFacts.NO_MODULES);
    }

    @Test
    void readsEnvironmentModulesDefaultsAndFolders() {
        ModuleList list = ModuleList.parse("""
                environment-modules
                /usr/share/modules/modulefiles:
                dot
                gcc/12.2.0(default)
                gcc/13.2.0
                openmpi/gcc/4.1.5
                """);

        assertThat(list.modules()).extracting(Module::name).containsExactly("dot", "gcc", "openmpi/gcc");
        assertThat(list.modules().get(1).versions()).containsExactly("12.2.0", "13.2.0");
        assertThat(list.truncated()).isFalse();
    }

    @Test
    void storageAloneKeepsTheInventoryAsOldAsItIs() {
        SiteFacts before = new SiteFacts(NOON.minusSeconds(7200), null, "x86_64", "Linux", "glibc 2.36", null, "none",
                null, false, null);

        SiteFacts facts = survey(session(), before, Survey.Depth.STORAGE);

        assertThat(facts.inventoryAt()).isEqualTo(before.inventoryAt());
        assertThat(facts.storageAt()).isEqualTo(NOON);
        assertThat(facts.storage()).isNotEmpty();
    }

    @Test
    void aQuotaBoundsWhatIsFree() throws Exception {
        profile = profile(", quota: \"printf '%s 900 1000\\\\n' $HOME\"");

        SiteFacts facts = survey(session(), null, Survey.Depth.STORAGE);

        SiteFacts.Storage root = facts.storage().getFirst();
        assertThat(root.quotaBytes()).isEqualTo(1000 * 1024);
        assertThat(root.usedBytes()).isEqualTo(900 * 1024);
        assertThat(root.freeBytes()).isEqualTo(100 * 1024);
    }

    @Test
    void readsWhatQuotaPrints() {
        Quotas quotas = Quotas.parse("""
                Disk quotas for user alice (uid 1001):
                     Filesystem  blocks   quota   limit   grace   files   quota   limit   grace
                /dev/sdb1       1234*   1000    2000   6days      10       0       0
                """, "");

        assertThat(quotas.of("/dev/sdb1", "/home/alice")).isEqualTo(Optional.of(
                new Quotas.Limit("/dev/sdb1", 1234 * 1024, 2000 * 1024)));
        assertThat(quotas.of("/dev/sdc1", "/home/alice")).isEmpty();
    }
}
