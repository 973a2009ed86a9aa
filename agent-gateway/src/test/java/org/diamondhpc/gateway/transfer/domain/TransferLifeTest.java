package org.diamondhpc.gateway.transfer.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.event.TransferEvent.Done;
import org.diamondhpc.schemas.event.TransferEvent.Lost;
import org.diamondhpc.schemas.event.TransferEvent.TransferFailed;
import org.diamondhpc.schemas.event.TransferEvent.TransferFinished;
import org.diamondhpc.schemas.event.TransferEvent.TransferProgressed;
import org.diamondhpc.schemas.event.TransferEvent.TransferStalled;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.Leg;
import org.diamondhpc.schemas.task.Replica;
import org.junit.jupiter.api.Test;

class TransferLifeTest {
    private static final TransferId ID = new TransferId("x-00mi1234abcd");
    private static final TenantId DEMO = new TenantId("demo");
    private static final Instant BEGIN = Instant.parse("2026-11-30T08:00:00Z");
    private static final String WHY = "both ends have a Globus collection";
    private final TransferLife asked = TransferLife.requested(3, BEGIN);

    @Test
    void rateAndEndFollowFromProgress() {
        TransferLife first = asked.on(progress(10_000_000, "OK"), BEGIN.plusSeconds(1));

        TransferLife second = first.on(progress(30_000_000, "OK"), BEGIN.plusSeconds(2));

        assertThat(first.pace().bytesPerSecond()).isEqualTo(10_000_000);
        assertThat(second.pace().bytesPerSecond()).isEqualTo(15_000_000);
        assertThat(second.pace().end(second.bytesTotal())).isEqualTo(BEGIN.plusSeconds(2 + 4));
        assertThat(second.mover() + ", " + second.why() + ", " + second.status() + ", " + second.faults())
                .isEqualTo("globus, " + WHY + ", OK, 2");
    }

    @Test
    void whileItIsStalledNobodyForesaysAnEnd() {
        TransferLife moving = asked.on(progress(10_000_000, "OK"), BEGIN.plusSeconds(1));

        TransferLife stalled = moving.on(new TransferStalled(ID, DEMO, Problem.of(Reason.TRANSFER_PAUSED, "by an administrator"),
                null), BEGIN.plusSeconds(5));
        TransferLife again = stalled.on(progress(10_000_000, "OK"), BEGIN.plusSeconds(600));

        assertThat(stalled.pace()).isNull();
        assertThat(stalled.why()).isEqualTo(WHY);
        assertThat(again.pace().bytesPerSecond()).as("the time it stood still is no rate").isNull();
        assertThat(again.pace().end(again.bytesTotal())).isNull();
    }

    @Test
    void theEndTellsEachLegAndTheRateOverAll() {
        Leg globus = new Leg(new SiteId("alpha"), new SiteId("beta"), "globus", 2, 80, Duration.ofSeconds(2), WHY);
        Leg relay = new Leg(new SiteId("alpha"), new SiteId("beta"), "sftp", 1, 20, Duration.ofSeconds(3), "outside");

        TransferLife end = asked.on(new TransferFinished(ID, DEMO, "globus+sftp", List.of(done("a"), done("b"), done("c")),
                100, BEGIN, List.of(globus, relay), List.of("a note")), BEGIN.plusSeconds(5));

        assertThat(end.legs()).containsExactly(globus, relay);
        assertThat(end.notes()).containsExactly("a note");
        assertThat(end.pace().bytesPerSecond()).isEqualTo(20);
        assertThat(end.state()).isEqualTo(TransferState.SUCCEEDED);
    }

    @Test
    void aFailureNamesWhatWasLostBesideWhatArrived() {
        Lost lost = new Lost("alpha:/gone", Problem.of(Reason.TRANSFER_SOURCE_MISSING, "alpha:/gone does not exist"));

        TransferLife end = asked.on(new TransferFailed(ID, DEMO, lost.problem(), List.of(done("a")), null, null,
                List.of(lost)), BEGIN.plusSeconds(5));

        assertThat(end.state()).isEqualTo(TransferState.FAILED);
        assertThat(end.filesDone()).isEqualTo(1);
        assertThat(end.lost()).containsExactly(lost);
    }

    private static TransferProgressed progress(long bytes, String status) {
        return new TransferProgressed(ID, DEMO, "globus", 0, 3, bytes, 90_000_000L, 2, status, WHY, null);
    }

    private static Done done(String name) {
        return new Done("alpha:/" + name, Replica.at(new SiteId("beta"), "/" + name), null, 10, null);
    }
}
