package org.diamondhpc.transfer.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.transfer.work.CarrierTest.sh;
import static org.diamondhpc.transfer.work.CarrierTest.write;
import static org.diamondhpc.transfer.work.GlobusMoverTest.random;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.diamondhpc.schemas.event.TransferEvent.Done;
import org.diamondhpc.schemas.event.TransferEvent.Lost;
import org.diamondhpc.schemas.event.TransferEvent.TransferFailed;
import org.diamondhpc.schemas.event.TransferEvent.TransferFinished;
import org.diamondhpc.schemas.event.TransferEvent.TransferProgressed;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with one file is not another's trouble, and who moves what is said with the reason. */
class PartsTest {
    @TempDir
    Path folder;
    private GlobusWorld world;

    @BeforeEach
    void begin() throws IOException {
        world = new GlobusWorld(folder);
        write(world.alpha, "a", random(1000));
        write(world.alpha, "b", random(2000));
        write(world.alpha, "tree/c", random(30));
        write(world.alpha, "tree/sub/d", random(40));
    }

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void aFileThatIsMissingFailsAloneAndIsNamed() {
        TransferId transfer = world.ask("x-00000001", List.of("~/a", "~/nowhere", "~/b"), List.of("~/in/a", "~/in/n", "~/in/b"));

        world.end(transfer);

        TransferFailed failed = world.event(TransferFailed.class);
        assertThat(failed.problem().reason()).isEqualTo(Reason.TRANSFER_SOURCE_MISSING);
        assertThat(failed.problem().detail()).startsWith("1 of 3 could not be moved, alpha:~/nowhere: ");
        assertThat(failed.lost()).extracting(Lost::from).containsExactly("alpha:~/nowhere");
        assertThat(failed.done()).extracting(Done::from).containsExactlyInAnyOrder("alpha:~/a", "alpha:~/b");
        assertThat(world.beta.homePath().resolve("in/b")).hasBinaryContent(random(2000));
        assertThat(failed.legs()).singleElement().satisfies(l -> assertThat(l.files()).isEqualTo(2));
    }

    @Test
    void whatGlobusHadToSkipFailsAloneWithGlobusReason() throws IOException {
        TransferId transfer = world.ask("x-00000001", List.of("~/a", "~/b", "~/tree/"), List.of("~/in/a", "~/in/b", "~/in/tree"));
        world.errand(transfer);
        Files.delete(world.alpha.homePath().resolve("b"));

        world.end(transfer);

        TransferFailed failed = world.event(TransferFailed.class);
        assertThat(failed.lost()).singleElement().satisfies(l -> {
            assertThat(l.from()).isEqualTo("alpha:~/b");
            assertThat(l.problem().detail()).contains("does not exist (FILE_NOT_FOUND)", "/b");
        });
        assertThat(world.beta.homePath().resolve("in/a")).hasBinaryContent(random(1000));
        assertThat(world.beta.homePath().resolve("in/tree/sub/d")).hasBinaryContent(random(40));
        assertThat(world.calls("POST /v0.10/transfer")).isEqualTo(1);
        assertThat(sh(world.beta, "find . -name '.diamond-*'")).isEmpty();
    }

    @Test
    void aPlaceThatMayNotBeWrittenIsNoReasonAgainstTheOthers() {
        TransferId transfer = world.ask("x-00000001", List.of("~/a", "~/b"), List.of("~/diamond/attempts/bob/t-1.1/x", "~/ok"));

        world.end(transfer);

        assertThat(world.event(TransferFailed.class).lost()).singleElement().satisfies(l ->
                assertThat(l.problem().reason()).isEqualTo(Reason.AUTH_FORBIDDEN));
        assertThat(world.beta.homePath().resolve("ok")).hasBinaryContent(random(2000));
    }

    @Test
    void eachLegSaysWhyItWasThisMover() throws IOException {
        world.sites.add("gamma", folder);
        world.end(world.ask("x-00000001", "~/a", "~/a"));
        world.end(world.ask("x-00000002", "gamma", List.of("~/b"), List.of("~/b"), null));

        List<TransferFinished> finished = world.events(TransferFinished.class);

        assertThat(finished.get(0).legs()).singleElement().satisfies(l ->
                assertThat(l.mover() + ": " + l.why()).isEqualTo("globus: both ends have a Globus collection"));
        assertThat(finished.get(1).legs()).singleElement().satisfies(l ->
                assertThat(l.mover() + ": " + l.why()).isEqualTo("sftp: gamma has no Globus collection"));
        assertThat(world.events(TransferProgressed.class)).filteredOn(p -> p.mover().equals("globus")).isNotEmpty()
                .allSatisfy(p -> assertThat(p.why()).isEqualTo("both ends have a Globus collection"));
    }
}
