package org.diamondhpc.transfer.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.transfer.work.CarrierTest.sh;
import static org.diamondhpc.transfer.work.CarrierTest.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.diamondhpc.schemas.event.TransferEvent.TransferFinished;
import org.diamondhpc.schemas.event.TransferEvent.TransferProgressed;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.transfer.globus.TestingLedger;
import org.diamondhpc.transfer.globus.domain.Consignment;
import org.diamondhpc.transfer.globus.domain.Shipment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real bytes between two folders, moved by the simulator as Globus would. */
class GlobusMoverTest {
    private static final String POST = "POST /v0.10/transfer";
    private static final int MOST_STEPS = 60;

    @TempDir
    Path folder;
    private GlobusWorld world;

    @BeforeEach
    void begin() throws IOException {
        world = new GlobusWorld(folder);
    }

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void filesAndFoldersArriveByGlobusAndAreRecordedAsReplicas() throws IOException {
        byte[] bytes = random(3_000_000);
        write(world.alpha, "data/big", bytes);
        write(world.alpha, "tree/a", random(10));
        write(world.alpha, "tree/sub/b c ü", random(20));
        sh(world.alpha, "mkdir tree/empty && chmod +x tree/sub/b*");
        TransferId transfer = world.ask("x-00000001", List.of("~/data/big", "~/tree/"), List.of("~/in/big", "~/in/tree/"));

        world.end(transfer);

        TransferFinished finished = world.event(TransferFinished.class);
        assertThat(finished.mover()).isEqualTo("globus");
        assertThat(world.beta.homePath().resolve("in/big")).hasBinaryContent(bytes);
        assertThat(sh(world.beta, "diff -r " + folder + "/alpha/tree in/tree && echo same")).isEqualTo("same\n");
        assertThat(world.beta.homePath().resolve("in/tree/sub/b c ü")).isExecutable();
        assertThat(finished.done()).extracting(d -> d.sha256()).contains(Sha256.of(bytes));
        assertThat(finished.legs()).singleElement().satisfies(leg -> {
            assertThat(leg.from() + " " + leg.to() + " " + leg.mover()).isEqualTo("alpha beta globus");
            assertThat(leg.bytes()).isEqualTo(3_000_030);
        });
        assertThat(world.sites.copies.copies(world.beta.account(), Sha256.of(bytes)))
                .containsExactly(world.beta.homePath() + "/in/big");
        assertThat(sh(world.beta, "find . -name '.diamond-*'")).isEmpty();
        assertThat(world.ledger.consignments()).isEmpty();
    }

    @Test
    void noThreadWaitsAndProgressIsToldInGlobusWords() throws IOException {
        write(world.alpha, "big", random(600_000));
        world.globus.faults().speed(400_000);
        TransferId transfer = world.ask("x-00000001", "~/big", "~/big");

        world.end(transfer);

        assertThat(world.events(TransferProgressed.class)).extracting(TransferProgressed::status)
                .contains("given to Globus", "OK");
        assertThat(world.events(TransferProgressed.class)).anySatisfy(p -> {
            assertThat(p.bytesDone()).isBetween(1L, 599_999L);
            assertThat(p.mover()).isEqualTo("globus");
        });
    }

    @Test
    void whateverWriteItDiesBeforeNothingIsSubmittedTwiceOrForgotten() throws IOException {
        for (int steps = 0; steps < MOST_STEPS; steps++) {
            byte[] bytes = random(1000 + steps);
            String name = "file" + steps;
            write(world.alpha, name, bytes);
            int before = world.ledger.shipments().size();
            TransferId transfer = world.ask("x-%08d".formatted(steps), "~/" + name, "~/" + name);
            world.ledger.dieAfter(steps);
            boolean died = false;
            try {
                world.end(transfer);
            } catch (TestingLedger.Killed e) {
                died = true;
                world.restart();
                world.end(transfer);
            }

            assertThat(world.beta.homePath().resolve(name)).hasBinaryContent(bytes);
            List<Shipment> shipments = world.ledger.shipments();
            assertThat(shipments).as("killed before write " + steps).hasSize(before + 1);
            assertThat(world.process().api().unfinished()).isEmpty();
            if (!died) {
                assertThat(steps).as("it was killed before each write").isGreaterThan(4);
                return;
            }
        }
        throw new AssertionError("it writes more often than " + MOST_STEPS + " times");
    }

    @Test
    void whatWasPutInPlaceRightBeforeADeathIsFoundThere() throws IOException {
        byte[] bytes = random(4000);
        write(world.alpha, "f", bytes);
        write(world.alpha, "tree/a", random(10));
        TransferId transfer = world.ask("x-00000001", List.of("~/f", "~/tree/"), List.of("~/g", "~/t/"));
        world.until(() -> world.ledger.consignments().stream().anyMatch(c -> c.state() == Consignment.State.ARRIVED));
        Consignment arrived = world.ledger.consignments().getFirst();
        world.end(transfer);

        world.ledger.add(arrived);
        world.ask("x-00000001", List.of("~/f", "~/tree/"), List.of("~/g", "~/t/"));
        world.end(transfer);

        assertThat(world.events(TransferFinished.class)).hasSize(2).allSatisfy(f ->
                assertThat(f.mover()).isEqualTo("globus"));
        assertThat(world.calls(POST)).isEqualTo(1);
        assertThat(world.beta.homePath().resolve("g")).hasBinaryContent(bytes);
    }

    @Test
    void thirtyErrandsGoAsFewTasksAndAreWatchedByFewCalls() throws IOException {
        world.globus.faults().speed(2_000);
        for (int i = 0; i < 30; i++) {
            write(world.alpha, "f" + i, random(100 + i));
            world.ask("x-%08d".formatted(i), "~/f" + i, "~/g" + i);
        }

        world.until(() -> world.events(TransferFinished.class).size() == 30);

        assertThat(world.calls(POST)).isLessThanOrEqualTo(4);
        for (int i = 0; i < 30; i++) {
            assertThat(Files.size(world.beta.homePath().resolve("g" + i))).isEqualTo(100 + i);
        }
    }

    @Test
    void aSiteWithoutCollectionIsServedByTheRelay() throws IOException {
        world.sites.add("gamma", folder);
        byte[] bytes = random(500);
        write(world.alpha, "f", bytes);
        HaulEnd end = world.sites.transfer("gamma", List.of(new org.diamondhpc.transfer.domain.Wish("f",
                folder + "/gamma/f", false, false, null, null, List.of(new org.diamondhpc.transfer.domain.Source.AtSite(
                        world.alpha.account().site(), "~/f")))));

        assertThat(end.haul().movers()).isEqualTo("sftp");
        assertThat(folder.resolve("gamma/f")).hasBinaryContent(bytes);
    }

    static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }
}
