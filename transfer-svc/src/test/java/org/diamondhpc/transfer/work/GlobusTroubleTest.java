package org.diamondhpc.transfer.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.transfer.work.CarrierTest.sh;
import static org.diamondhpc.transfer.work.CarrierTest.write;
import static org.diamondhpc.transfer.work.GlobusMoverTest.random;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.diamondhpc.globus.simulator.Faults;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.model.EventCode;
import org.diamondhpc.schemas.event.TransferEvent.TransferFailed;
import org.diamondhpc.schemas.event.TransferEvent.TransferFinished;
import org.diamondhpc.schemas.event.TransferEvent.TransferStalled;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.globus.api.GlobusJson;
import org.diamondhpc.transfer.globus.api.TransferDocument;
import org.diamondhpc.transfer.globus.domain.Consignment;
import org.diamondhpc.transfer.globus.domain.Shipment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kinds of trouble that users of Globus report, in the order of the list in the decision record. */
class GlobusTroubleTest {
    private static final String POST = "POST /v0.10/transfer";
    private static final String CANCEL = "POST /v0.10/task/:id/cancel";
    private static final String TOKEN = "POST /v2/oauth2/token";

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
    void n1aSourceThatIsMissingIsNeverGivenToGlobus() {
        TransferId transfer = world.ask("x-00000001", "~/nowhere", "~/g");

        world.end(transfer);

        assertThat(world.event(TransferFailed.class).problem().reason()).isEqualTo(Reason.TRANSFER_SOURCE_MISSING);
        assertThat(world.calls(POST)).isZero();
    }

    @Test
    void n1aSourceThatVanishedIsLeftOutInsteadOfBlockingUntilTheDeadline() throws IOException {
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");
        world.errand(transfer);
        Files.delete(world.alpha.homePath().resolve("f"));

        world.end(transfer);

        assertThat(world.event(TransferFailed.class).problem().reason()).isEqualTo(Reason.TRANSFER_SOURCE_MISSING);
        assertThat(world.calls(CANCEL)).isZero();
        assertThat(world.process().api().unfinished()).isEmpty();
    }

    @Test
    void n2anErrorThatShowsOnlyInTheEventsIsToldInWords() {
        world.globus.faults().task(EventCode.ENDPOINT_ERROR, Faults.FOR_EVER);
        world.ask("x-00000001", "~/f", "~/g");

        TransferStalled stalled = world.event(TransferStalled.class);

        assertThat(stalled.problem().reason()).isEqualTo(Reason.TRANSFER_STALLED);
        assertThat(stalled.problem().detail()).contains("an endpoint reports an error", "ENDPOINT_ERROR", "faults so far");
    }

    @Test
    void n3anEndpointThatRefusesTheSignOnIsNoSilence() {
        world.globus.faults().task(EventCode.AUTH, 3);
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");

        TransferStalled stalled = world.event(TransferStalled.class);
        world.end(transfer);

        assertThat(stalled.problem().detail()).contains("refuses the sign-on (AUTH)");
        assertThat(world.events(TransferFinished.class)).hasSize(1);
    }

    @Test
    void n4anAnswerThatGotLostIsAskedForAgainAndTheTaskIsOne() {
        world.globus.faults().loseAnswer(POST, 7);
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");

        world.until(() -> world.ledger.shipments().stream().anyMatch(Shipment::doubtful) && world.calls(POST) >= 5);
        world.restart();
        world.end(transfer);

        assertThat(world.ledger.shipments()).hasSize(1);
        assertThat(world.process().api().events(world.ledger.shipments().getFirst().task(), 10)).isNotEmpty();
        assertThat(world.events(TransferFinished.class)).hasSize(1);
    }

    @Test
    void n4anErrandThatIsGivenUpCancelsItsTask() throws IOException {
        write(world.alpha, "big", random(5_000_000));
        world.globus.faults().speed(100_000);
        TransferId transfer = world.ask("x-00000001", "~/big", "~/g");
        world.until(() -> world.ledger.shipments().stream().anyMatch(s -> s.look().bytes() > 0));

        world.queue.cancel(TransferWork.KIND, transfer.value());
        world.process().consignments().abandoned(TestingWorld.ALICE);
        world.until(() -> world.ledger.shipments().stream().allMatch(s -> s.state().ended()));

        assertThat(world.calls(CANCEL)).isEqualTo(1);
        assertThat(world.process().api().unfinished()).isEmpty();
        assertThat(world.beta.homePath().resolve("g")).doesNotExist();
    }

    @Test
    void n5theReasonOfAFailureComesWithTheLastWordsOfTheTask() throws IOException {
        world.set("deadline", "2s");
        world.globus.faults().task(EventCode.CONNECT_FAILED, Faults.FOR_EVER);
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");

        world.end(transfer);

        TransferFailed failed = world.event(TransferFailed.class);
        assertThat(failed.problem().reason()).isEqualTo(Reason.TRANSFER_EXPIRED);
        assertThat(failed.problem().detail()).contains("deadline passed", "cannot be reached (CONNECT_FAILED)");
    }

    @Test
    void n6pathsOutsideTheCollectionsRootGoByTheRelayAndNeverToGlobus() throws IOException {
        Path shown = Files.createDirectories(world.alpha.homePath().resolve("shown"));
        write(world.alpha, "shown/in", random(300));
        sh(world.alpha, "ln -s ../f shown/escape");
        world.collection("alpha", CollectionSpec.mapped("alpha", shown), shown);
        TransferId transfer = world.ask("x-00000001", List.of("~/shown/in", "~/f", "~/shown/escape"),
                List.of("~/in", "~/out", "~/escape"));

        world.end(transfer);

        TransferFinished finished = world.event(TransferFinished.class);
        assertThat(finished.mover()).isEqualTo("globus+sftp");
        TransferDocument document = document(world.ledger.shipments().getFirst());
        assertThat(document.data()).extracting(TransferDocument.Item::sourcePath).containsExactly("/in");
        assertThat(world.beta.homePath().resolve("escape")).hasBinaryContent(random(2000));
    }

    @Test
    void n7anIdenticalTransferThatRunsIsAttachedToAndNotCancelled() throws IOException {
        world.end(world.ask("x-00000000", "~/f", "~/before"));
        world.globus.faults().speed(1_000);
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");
        world.errand(transfer);
        submitTheSame(world.ledger.consignments().getFirst());

        world.end(transfer);

        assertThat(world.ledger.shipments()).extracting(Shipment::attached).containsExactly(false, true);
        assertThat(world.calls(CANCEL)).isZero();
        assertThat(world.beta.homePath().resolve("g")).hasBinaryContent(random(2000));
    }

    @Test
    void n8consentIsAskedForByTheKindOfCollectionBeforeItIsMissed() {
        world.globus.faults().revokeConsent(world.at("alpha"));
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");

        world.end(transfer);

        assertThat(world.calls(POST)).isEqualTo(1);
        assertThat(world.events(TransferStalled.class)).isEmpty();
    }

    @Test
    void n9aConsentThatOnlyAPersonCanGiveIsWaitedForWithoutALoop() {
        world.set("human-pause", "1h");
        world.globus.faults().withholdConsent(world.at("alpha"));
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");

        TransferStalled stalled = world.event(TransferStalled.class);
        int asked = world.calls(POST);
        for (int i = 0; i < 20; i++) {
            world.round();
        }

        assertThat(stalled.problem().reason()).isEqualTo(Reason.TRANSFER_NEEDS_CONSENT);
        assertThat(stalled.problem().whatToDo()).contains(world.globus.client().id(), world.at("alpha"));
        assertThat(stalled.retryAt()).isAfter(world.clock.instant().plus(Duration.ofMinutes(50)));
        assertThat(asked).isEqualTo(2);
        assertThat(world.calls(POST)).isEqualTo(2);
        world.globus.faults().heal();
        world.clock.advance(Duration.ofHours(2));
        world.end(transfer);
        assertThat(world.events(TransferFinished.class)).hasSize(1);
    }

    @Test
    void n10aSignOnThatRanOutIsAskedForWithTheLinkAndTheTransferWaits() throws IOException {
        CollectionSpec assured = CollectionSpec.mapped("alpha", world.alpha.homePath()).highlyAssured()
                .needingSession(List.of("policy-1"));
        world.collection("alpha", assured, world.alpha.homePath());
        world.globus.faults().signOut(assured.id());
        world.collection("beta", CollectionSpec.guest("beta", world.beta.homePath()), world.beta.homePath());
        Path token = folder.resolve("secrets/refresh");
        Files.writeString(token, world.globus.refreshToken());
        world.set("identities.default.refresh-token-file", token.toString());
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");

        TransferStalled stalled = world.event(TransferStalled.class);

        assertThat(stalled.problem().reason()).isEqualTo(Reason.TRANSFER_NEEDS_SIGN_ON);
        assertThat(stalled.problem().whatToDo()).contains("/v2/oauth2/authorize?", "session_required_policies=policy-1",
                "client_id=" + world.globus.client().id());
        world.globus.faults().signIn(assured.id());
        world.end(transfer);
        assertThat(world.events(TransferFinished.class)).hasSize(1);
        assertThat(document(world.ledger.shipments().getFirst()).encryptData()).isTrue();
    }

    @Test
    void n11tokensThatEndAreReplacedAndThoseKeptAreUsedAgainAfterARestart() throws IOException {
        TransferId first = world.ask("x-00000001", "~/f", "~/g");
        world.end(first);
        int tokens = world.calls(TOKEN);
        world.restart();
        world.end(world.ask("x-00000002", "~/f", "~/h"));
        int afterRestart = world.calls(TOKEN);
        world.globus.faults().expireTokens();

        world.end(world.ask("x-00000003", "~/f", "~/i"));

        assertThat(afterRestart).isEqualTo(tokens);
        assertThat(world.calls(TOKEN)).isEqualTo(tokens + 1);
        assertThat(world.events(TransferFinished.class)).hasSize(3);
    }

    @Test
    void n12errorsOfTheSubmissionIdAreWaitedOut() {
        world.globus.faults().http(500, "GET /v0.10/submission_id", 2);
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");

        world.end(transfer);

        assertThat(world.events(TransferFinished.class)).hasSize(1);
        assertThat(world.calls("GET /v0.10/submission_id")).isEqualTo(3);
    }

    @Test
    void n13anEndpointThatIsAwayIsNotHammered() {
        world.globus.faults().http(502, POST, 1);
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");

        TransferStalled stalled = world.event(TransferStalled.class);
        for (int i = 0; i < 20; i++) {
            world.round();
        }

        assertThat(stalled.problem().reason()).isEqualTo(Reason.TRANSFER_SERVICE_AWAY);
        assertThat(world.calls(POST)).isEqualTo(1);
        world.clock.advance(Duration.ofSeconds(20));
        world.end(transfer);
        assertThat(world.calls(POST)).isEqualTo(2);
        assertThat(world.events(TransferFinished.class)).hasSize(1);
    }

    @Test
    void n14filesOfOnePairOfEndsAreOneTask() throws IOException {
        for (int i = 0; i < 20; i++) {
            write(world.alpha, "many" + i, random(50 + i));
        }
        List<TransferId> all = java.util.stream.IntStream.range(0, 20).mapToObj(i ->
                world.ask("x-%08d".formatted(i), "~/many" + i, "~/many" + i)).toList();
        all.forEach(world::errand);

        all.forEach(world::end);

        assertThat(world.calls(POST)).isEqualTo(1);
        assertThat(document(world.ledger.shipments().getFirst()).data()).hasSize(20);
    }

    @Test
    void n15leftoversAreDeletedOnlyAfterTheEndAndSourcesNever() throws IOException {
        write(world.alpha, "big", random(5_000_000));
        world.globus.faults().speed(500_000);
        TransferId transfer = world.ask("x-00000001", "~/big", "~/g");
        world.until(() -> world.ledger.shipments().stream().anyMatch(s -> s.look().bytes() > 0));
        world.queue.cancel(TransferWork.KIND, transfer.value());
        world.process().consignments().abandoned(TestingWorld.ALICE);

        world.until(() -> world.ledger.shipments().stream().anyMatch(s -> s.kind() == Shipment.Kind.DELETE));
        Instant ended = world.ledger.shipments().getFirst().endedAt();
        world.until(() -> world.ledger.shipments().stream().allMatch(s -> s.state().ended()));

        Shipment deletion = world.ledger.shipments().getLast();
        assertThat(deletion.plannedAt()).isAfterOrEqualTo(ended);
        assertThat(deletion.state()).isEqualTo(Shipment.State.SUCCEEDED);
        assertThat(sh(world.beta, "find . -name '.diamond-*'")).isEmpty();
        assertThat(world.alpha.homePath().resolve("big")).hasBinaryContent(random(5_000_000));
    }

    @Test
    void n16passingFaultsAreLeftToGlobusAndCounted() {
        world.globus.faults().task(EventCode.CONNECTION_RESET, 4);
        TransferId transfer = world.ask("x-00000001", "~/f", "~/g");

        world.end(transfer);

        assertThat(world.events(TransferFinished.class)).hasSize(1);
        assertThat(world.calls(CANCEL)).isZero();
        assertThat(world.ledger.shipments().getFirst().look().faults()).isEqualTo(4);
    }

    @Test
    void n17anEndedTaskIsNeverAskedForAgainAndAForgottenOneIsNotTakenForRunning() {
        world.end(world.ask("x-00000001", "~/f", "~/g"));
        int looks = world.calls("GET /v0.10/task/:id");
        world.process().consignments().abandoned(TestingWorld.ALICE);
        world.round();
        int later = world.calls("GET /v0.10/task/:id");
        world.globus.faults().speed(1_000);
        TransferId transfer = world.ask("x-00000002", "~/f", "~/h");
        world.until(() -> world.ledger.shipments().getLast().state() == Shipment.State.ACTIVE);
        Shipment running = world.ledger.shipments().getLast();

        world.ledger.put(running.accepted(UUID.randomUUID().toString(), false, world.clock.instant()));
        world.globus.faults().heal();
        world.end(transfer);

        assertThat(later).isEqualTo(looks);
        assertThat(world.beta.homePath().resolve("h")).hasBinaryContent(random(2000));
    }

    @Test
    void n18linksAreLeftOutAndThatIsSaid() throws IOException {
        write(world.alpha, "tree/real", random(70));
        sh(world.alpha, "ln -s real tree/link && ln -s /etc tree/etc");
        TransferId transfer = world.ask("x-00000001", "~/tree/", "~/tree/");

        world.end(transfer);

        TransferFinished finished = world.event(TransferFinished.class);
        assertThat(finished.notes()).singleElement().asString().contains("2 symbolic links", "left out");
        assertThat(sh(world.beta, "ls tree")).isEqualTo("real\n");
    }

    private void submitTheSame(Consignment consignment) {
        Consignment.Line line = consignment.lines().getFirst();
        String submission = world.process().api().submissionId();
        world.process().api().transfer(GlobusJson.write(new TransferDocument(TransferDocument.TYPE, submission,
                world.at("alpha"), world.at("beta"), "somebody's", null, null, true, null, true, null, null, null, null,
                null, null, null, List.of(TransferDocument.Item.of(line.source(), line.target(), false)))));
    }

    private static TransferDocument document(Shipment shipment) {
        try {
            return GlobusJson.read(GlobusJson.tree(shipment.document()), TransferDocument.class);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
