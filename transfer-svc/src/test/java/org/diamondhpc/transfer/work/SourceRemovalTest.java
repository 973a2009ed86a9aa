package org.diamondhpc.transfer.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.transfer.work.CarrierTest.sh;
import static org.diamondhpc.transfer.work.CarrierTest.write;
import static org.diamondhpc.transfer.work.GlobusMoverTest.random;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.diamondhpc.globus.simulator.Faults;
import org.diamondhpc.globus.simulator.model.EventCode;
import org.diamondhpc.schemas.event.TransferEvent.TransferFailed;
import org.diamondhpc.schemas.event.TransferEvent.TransferFinished;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.transfer.globus.domain.Consignment;
import org.diamondhpc.transfer.globus.domain.Shipment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A move deletes what is surely at the target, and nothing else. */
class SourceRemovalTest {
    private static final String DELETE = "POST /v0.10/delete";

    @TempDir
    Path folder;
    private GlobusWorld world;

    @BeforeEach
    void begin() throws IOException {
        world = new GlobusWorld(folder);
        world.sites.add("gamma", folder);
        write(world.alpha, "f", random(2000));
        write(world.alpha, "tree/a", random(10));
        write(world.alpha, "tree/sub/b c", random(20));
    }

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void whatGlobusMovedGlobusDeletesAfterBothEndsWereFoundEqual() throws IOException {
        TransferId transfer = move("beta", List.of("~/f", "~/tree/"), List.of("~/in/f", "~/in/tree"));

        world.end(transfer);

        TransferFinished finished = world.event(TransferFinished.class);
        assertThat(finished.notes()).containsExactly("3 files were deleted at their source after both ends were found equal");
        assertThat(sh(world.alpha, "ls")).doesNotContain("f", "tree");
        assertThat(world.beta.homePath().resolve("in/tree/sub/b c")).hasBinaryContent(random(20));
        Shipment brought = world.ledger.shipments().getFirst();
        assertThat(world.ledger.shipments()).filteredOn(s -> s.kind() == Shipment.Kind.DELETE).hasSize(2)
                .allSatisfy(s -> assertThat(s.plannedAt()).isAfterOrEqualTo(brought.endedAt()));
        assertThat(world.calls(DELETE)).isEqualTo(2);
    }

    @Test
    void whatTheRelayMovedTheSiteDeletes() throws IOException {
        TransferId transfer = move("gamma", List.of("~/f", "~/tree/"), List.of("~/in/f", "~/in/tree"));

        world.end(transfer);

        assertThat(world.event(TransferFinished.class).notes().getFirst()).startsWith("3 files were deleted");
        assertThat(sh(world.alpha, "ls")).doesNotContain("f", "tree");
        assertThat(folder.resolve("gamma/in/tree/sub/b c")).hasBinaryContent(random(20));
        assertThat(world.calls(DELETE)).isZero();
    }

    @Test
    void whatChangedAfterItWasMovedOrCameLaterStays() throws IOException {
        sh(world.alpha, "ln -s a tree/link");
        TransferId transfer = move("beta", List.of("~/f", "~/tree/"), List.of("~/in/f", "~/in/tree"));
        world.until(() -> world.ledger.shipments().stream().anyMatch(s -> s.kind() == Shipment.Kind.DELETE));
        write(world.alpha, "tree/late", random(5));
        write(world.alpha, "tree/a", random(11));

        world.end(transfer);

        assertThat(sh(world.alpha, "find tree | sort")).isEqualTo("tree\ntree/a\ntree/late\ntree/link\n");
        assertThat(world.event(TransferFinished.class).notes()).anySatisfy(n ->
                assertThat(n).contains("alpha:~/tree/: 3 entries stay"));
        assertThat(world.event(TransferFinished.class).notes()).anySatisfy(n ->
                assertThat(n).startsWith("2 files were deleted"));
    }

    @Test
    void nothingIsDeletedWhereItDidNotArrive() throws IOException {
        world.set("deadline", "1s");
        world.globus.faults().task(EventCode.CONNECT_FAILED, Faults.FOR_EVER);
        TransferId transfer = move("beta", List.of("~/f"), List.of("~/in/f"));

        world.end(transfer);

        assertThat(world.events(TransferFailed.class)).hasSize(1);
        assertThat(world.alpha.homePath().resolve("f")).hasBinaryContent(random(2000));
        assertThat(world.ledger.shipments()).filteredOn(s -> s.kind() == Shipment.Kind.DELETE)
                .noneMatch(s -> s.way().toSite().value().equals("alpha"));
    }

    @Test
    void aLinkAndTheAccountsKeysStayAndThatIsSaid() throws IOException {
        sh(world.alpha, "mkdir .ssh && ln -s f link");
        TransferId transfer = move("gamma", List.of("~/link"), List.of("~/in/link"));

        world.end(transfer);

        assertThat(world.event(TransferFinished.class).notes()).anySatisfy(n ->
                assertThat(n).contains("alpha:~/link stays: it is a link"));
        assertThat(sh(world.alpha, "ls")).contains("f", "link");
    }

    @Test
    void aProcessThatDiesWhileSourcesAreDeletedGoesOnAndDeletesOnlyWhatIsMeant() throws IOException {
        for (int steps = 1; steps < 30; steps++) {
            String name = "file" + steps;
            write(world.alpha, name, random(50 + steps));
            TransferId transfer = move("beta", List.of("~/" + name), List.of("~/in/" + name), steps);
            world.until(() -> world.ledger.consignments().stream().anyMatch(c -> c.state() == Consignment.State.ARRIVED));
            world.ledger.dieAfter(steps);
            boolean died = false;
            try {
                world.end(transfer);
            } catch (org.diamondhpc.transfer.globus.TestingLedger.Killed e) {
                died = true;
                world.restart();
                world.end(transfer);
            }

            assertThat(world.alpha.homePath().resolve(name)).doesNotExist();
            assertThat(world.beta.homePath().resolve("in/" + name)).hasBinaryContent(random(50 + steps));
            if (!died) {
                assertThat(steps).isGreaterThan(2);
                return;
            }
            world.ledger.dieAfter(Integer.MAX_VALUE);
        }
        throw new AssertionError("it never came to its end");
    }

    private TransferId move(String target, List<String> from, List<String> to) {
        return move(target, from, to, 1);
    }

    private TransferId move(String target, List<String> from, List<String> to, int number) {
        return world.ask("x-%08d".formatted(number), target, from, to, true);
    }
}
