package org.diamondhpc.transfer.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.transfer.work.CarrierTest.sh;
import static org.diamondhpc.transfer.work.CarrierTest.write;
import static org.diamondhpc.transfer.work.GlobusMoverTest.random;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.profile.SiteProfile.Reach;
import org.diamondhpc.site.testing.TestingSshSite;
import org.diamondhpc.transfer.domain.Haul;
import org.diamondhpc.transfer.domain.Source;
import org.diamondhpc.transfer.domain.Wish;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real rsync and ssh; the target's login node is an embedded SSH server with a real shell. */
class RsyncMoverTest {
    private static final String EVIL = "a'b \"c\" $(touch pwned) ; -rf * \n new";

    @TempDir
    Path folder;
    private final TestingWorld world = new TestingWorld();
    private TestingSshSite login;
    private TestingShellSite alpha;
    private Reach reach;

    @BeforeEach
    void begin() throws IOException {
        login = TestingSshSite.start("beta");
        alpha = world.add("alpha", folder);
        world.sites.put(new SiteId("beta"), new TestingShellSite("beta", login.home().toRealPath()));
        Path config = folder.resolve("ssh_config");
        Files.writeString(config, "Host *%n IdentityFile %s%n IdentitiesOnly yes%n StrictHostKeyChecking no%n"
                .formatted(login.keyFile()) + " UserKnownHostsFile /dev/null\n LogLevel ERROR\n");
        alpha.set("RSYNC_RSH", "ssh -F " + config + " -o BatchMode=yes");
        reach = new Reach(new SiteId("beta"), login.account().user() + "@127.0.0.1", login.network().port());
    }

    @AfterEach
    void end() {
        login.close();
    }

    @Test
    void filesAndFoldersArePushedByTheSourceWhateverTheirNames() throws IOException {
        byte[] bytes = random(3_000_000);
        write(alpha, "big file", bytes);
        write(alpha, "tree/" + EVIL, "x".getBytes(StandardCharsets.UTF_8));
        sh(alpha, "cd tree && ln -s /etc/passwd link && mkdir empty && printf 1 > run && chmod +x run");

        HaulEnd end = transfer(wish("~/big file", "in/a $(touch pwned) b", false), wish("~/tree/", "in/tree", true));

        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        assertThat(end.haul().movers()).isEqualTo("rsync");
        assertThat(end.haul().arrived().getFirst().sha256()).isEqualTo(Sha256.of(bytes));
        assertThat(login.home().resolve("in/a $(touch pwned) b")).hasBinaryContent(bytes);
        assertThat(sh(alpha, "diff -r --no-dereference tree " + login.home() + "/in/tree && echo same"))
                .isEqualTo("same\n");
        assertThat(login.home().resolve("in/tree/run")).isExecutable();
        assertThat(sh(alpha, "find . " + login.home() + " -name pwned -o -name '.diamond-*'")).isEmpty();
    }

    @Test
    void aTargetThatIsNotReachedIsSaidInRsyncsWords() throws IOException {
        write(alpha, "f", random(10));
        reach = new Reach(new SiteId("beta"), "tester@127.0.0.1", 1);

        HaulEnd end = transfer(wish("~/f", "f", false));

        assertThat(end).isInstanceOfSatisfying(HaulEnd.Later.class, later -> {
            assertThat(later.problem().reason()).isEqualTo(Reason.TRANSFER_INTERRUPTED);
            assertThat(later.problem().detail()).contains("rsync from alpha to beta", "127.0.0.1");
        });
    }

    @Test
    void withoutTheProfilesWordNothingIsPushed() throws IOException {
        write(alpha, "f", random(10));
        reach = null;

        assertThat(transfer(wish("~/f", "f", false)).haul().movers()).isEqualTo("sftp");
    }

    @Test
    void progressIsReadFromTheRunningTotal() {
        RsyncProgress progress = new RsyncProgress();
        byte[] said = "\r        32,768   0%    0.00kB/s\r     1,032,768  50%    1.00MB/s\r 5 10% 1kB/s\n".getBytes();

        assertThat(progress.more(said, said.length)).isEqualTo(1_032_768 + 5);
    }

    private HaulEnd transfer(Wish... wishes) {
        Mover rsync = new RsyncMover((from, to) -> Optional.ofNullable(reach));
        return world.carrierWith(rsync).carry(new Errand(TestingWorld.owner("x-12345678"), TestingWorld.ALICE,
                world.at("beta"), null, false, TestingWorld.numbered(List.of(wishes))), Haul.begin().startedAt(
                        java.time.Instant.now()), world.new Log());
    }

    private Wish wish(String from, String to, boolean tree) {
        return new Wish(from, login.home() + "/" + to, tree, false, null, null,
                List.of(new Source.AtSite(new SiteId("alpha"), from)));
    }
}
