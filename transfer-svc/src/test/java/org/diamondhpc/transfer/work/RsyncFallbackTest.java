package org.diamondhpc.transfer.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.transfer.work.CarrierTest.write;
import static org.diamondhpc.transfer.work.GlobusMoverTest.random;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.site.profile.SiteProfile.Reach;
import org.diamondhpc.transfer.domain.Source;
import org.diamondhpc.transfer.domain.Wish;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RsyncFallbackTest {
    @TempDir
    Path folder;

    @Test
    void whereRsyncFailsTheRelayTakesOverAndTheReasonIsTold() throws IOException {
        TestingWorld world = new TestingWorld();
        TestingShellSite alpha = world.add("alpha", folder);
        TestingShellSite beta = world.add("beta", folder);
        write(alpha, "f", random(3000));
        int nobody = closedPort();
        Carrier carrier = world.carrierWith(new RsyncMover((from, to) -> Optional.of(new Reach(to, "127.0.0.1", nobody))));
        Errand errand = new Errand(TestingWorld.owner("x-12345678"), TestingWorld.ALICE, world.at("beta"), null, false,
                TestingWorld.numbered(List.of(new Wish("alpha:~/f", beta.homePath() + "/g", false, false, null, null,
                        List.of(new Source.AtSite(alpha.account().site(), "~/f"))))));

        HaulEnd end = carrier.carry(errand, org.diamondhpc.transfer.domain.Haul.begin(), world.new Log());

        assertThat(end).isInstanceOf(HaulEnd.Complete.class);
        assertThat(beta.homePath().resolve("g")).hasBinaryContent(random(3000));
        assertThat(end.haul().notes()).singleElement().asString().startsWith("rsync from alpha to beta failed: ");
        assertThat(end.haul().legs()).singleElement().satisfies(l -> {
            assertThat(l.mover()).isEqualTo("sftp");
            assertThat(l.why()).startsWith("rsync from alpha to beta failed: ");
        });
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
