package org.diamondhpc.transfer.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.transfer.work.CarrierTest.write;
import static org.diamondhpc.transfer.work.GlobusMoverTest.random;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.schemas.event.TransferEvent.TransferFinished;
import org.diamondhpc.schemas.event.TransferEvent.TransferProgressed;
import org.diamondhpc.schemas.event.TransferEvent.TransferStalled;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.globus.domain.Shipment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transfers that wait for a person, an administrator or Globus itself, and go on by themselves. */
class GlobusWaitsTest {
    private static final String POST = "POST /v0.10/transfer";

    @TempDir
    Path folder;
    private GlobusWorld world;

    @BeforeEach
    void begin() throws IOException {
        world = new GlobusWorld(folder);
        write(world.alpha, "f", random(2000));
    }

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void whatWaitsForAPersonHoldsUpItsOwnWayOnlyAndGetsANewDeadlineAtLast() throws IOException {
        world.set("human-pause", "48h");
        world.set("most-active", "1");
        Path other = Files.createDirectories(world.beta.homePath().resolve("other"));
        CollectionSpec open = CollectionSpec.guest("other", other);
        CollectionSpec closed = CollectionSpec.mapped("beta", world.beta.homePath());
        world.collection("beta", closed, world.beta.homePath());
        world.globus.faults().withholdConsent(closed.id());
        TransferId waits = world.ask("x-00000001", "~/f", "~/g");
        TransferId gathers = world.ask("x-00000002", "~/f", "~/h");
        world.until(() -> world.events(TransferStalled.class).size() == 2);
        world.collection("beta", open, other);
        TransferId goes = world.ask("x-00000003", "~/f", "~/other/i");

        world.end(goes);
        world.globus.faults().heal();
        world.clock.advance(Duration.ofHours(49));
        world.end(waits);
        world.end(gathers);

        assertThat(world.events(TransferStalled.class)).extracting(s -> s.transfer() + " " + s.problem().reason())
                .containsExactlyInAnyOrder(waits + " TRANSFER_NEEDS_CONSENT", gathers + " TRANSFER_NEEDS_CONSENT");
        assertThat(world.events(TransferFinished.class)).extracting(TransferFinished::transfer)
                .containsExactly(goes, waits, gathers);
    }

    @Test
    void whileGlobusIsAwayForLongWhatItDoesNotHaveGoesByTheRelay() {
        world.globus.faults().http(502, POST, 1000);
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");
        world.event(TransferStalled.class);

        world.clock.advance(Duration.ofMinutes(16));
        world.end(transfer);
        world.until(() -> world.ledger.shipments().stream().allMatch(s -> s.state().ended()));

        assertThat(world.event(TransferFinished.class).mover()).isEqualTo("sftp");
        assertThat(world.beta.homePath().resolve("g")).hasBinaryContent(random(2000));
    }

    @Test
    void aSecretThatIsNoGoodIsToldAndPassesWhenTheOperatorHasCorrectedIt() throws IOException {
        Path secret = folder.resolve("secrets/client");
        String right = Files.readString(secret);
        Files.writeString(secret, "wrong");
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");

        TransferStalled stalled = world.event(TransferStalled.class);
        Files.writeString(secret, right);
        world.end(transfer);

        assertThat(stalled.problem().reason()).isEqualTo(Reason.TRANSFER_SERVICE_REFUSED);
        assertThat(stalled.problem().detail()).doesNotContain("wrong");
        assertThat(world.event(TransferFinished.class).mover()).isEqualTo("globus");
    }

    @Test
    void whileNoSubmissionIdIsGivenThatIsToldAndTheRelayHelpsInTheEnd() {
        world.globus.faults().http(502, "GET /v0.10/submission_id", 1000);
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");
        TransferStalled stalled = world.event(TransferStalled.class);

        world.clock.advance(Duration.ofMinutes(16));
        world.end(transfer);

        assertThat(stalled.problem().reason()).isEqualTo(Reason.TRANSFER_SERVICE_AWAY);
        assertThat(world.event(TransferFinished.class).mover()).isEqualTo("sftp");
    }

    @Test
    void aPausedCollectionIsToldInTheAdministratorsWords() {
        world.globus.faults().pause(world.at("beta"), "maintenance until noon");
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");

        TransferStalled stalled = world.event(TransferStalled.class);
        world.globus.faults().resume(world.at("beta"));
        world.end(transfer);

        assertThat(stalled.problem().reason()).isEqualTo(Reason.TRANSFER_PAUSED);
        assertThat(stalled.problem().detail()).contains("maintenance until noon");
    }

    @Test
    void credentialsThatRanOutAtAnEndpointNeedAPerson() {
        world.globus.faults().speed(500);
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");
        world.until(() -> world.ledger.shipments().stream().anyMatch(s -> s.state() == Shipment.State.ACTIVE));
        world.globus.faults().expireCredentials(world.at("alpha"));

        world.until(() -> world.events(TransferStalled.class).stream().anyMatch(s ->
                s.problem().reason() == Reason.TRANSFER_NEEDS_SIGN_ON));
        world.globus.faults().renewCredentials(world.at("alpha"));
        world.globus.faults().heal();
        world.end(transfer);

        assertThat(world.events(TransferFinished.class)).hasSize(1);
    }

    @Test
    void tooManyRequestsAreAnsweredWithPatience() {
        world.globus.faults().http(429, POST, 1);
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");

        world.end(transfer);

        assertThat(world.calls(POST)).isEqualTo(2);
        assertThat(world.events(TransferProgressed.class)).isNotEmpty();
    }
}
