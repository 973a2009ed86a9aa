package org.diamondhpc.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.diamondhpc.messaging.testing.TestingKafka;
import org.diamondhpc.schemas.event.TransferEvent.Done;
import org.diamondhpc.schemas.event.TransferEvent.Item;
import org.diamondhpc.schemas.event.TransferEvent.TransferFinished;
import org.diamondhpc.schemas.event.TransferEvent.TransferRequested;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.site.testing.TestingSshSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole service where one site reaches another: the real rsync and ssh on the source's side. */
@QuarkusTest
@QuarkusTestResource(value = DiamondTestResource.class)
@QuarkusTestResource(value = SitesTestResource.class)
class RsyncServiceTest {
    private static final TenantId ALICE = new TenantId("alice");
    private static final String EVIL = "a'b \"c\" $(touch pwned) ; -rf * \n new";
    private static int counter;

    TestingKafka kafka;
    private final TestingSshSite gamma = SitesTestResource.gamma;
    private final TestingSshSite alpha = SitesTestResource.alpha;
    private Topic topic;

    @BeforeEach
    void topics() {
        topic = new Topic(kafka.bootstrapServers());
    }

    @AfterEach
    void close() {
        topic.close();
    }

    @Test
    void aFileIsPushedByItsSiteAndReadBackAtBothEnds() throws IOException {
        byte[] bytes = new byte[3_000_000];
        new Random(1).nextBytes(bytes);
        Files.write(gamma.home().resolve("big file"), bytes);

        TransferFinished finished = move("big file", "pushed/a $(touch pwned) b");

        assertThat(finished.mover()).isEqualTo("rsync");
        assertThat(alpha.home().resolve("pushed/a $(touch pwned) b")).hasBinaryContent(bytes);
        assertThat(finished.done()).extracting(Done::sha256).doesNotContainNull();
        assertThat(finished.legs()).singleElement().satisfies(l -> assertThat(l.mover()).isEqualTo("rsync"));
        assertThat(alpha.home().resolve("pwned")).doesNotExist();
        assertThat(names(alpha.home().resolve("pushed"))).containsExactly("a $(touch pwned) b");
    }

    @Test
    void aFolderArrivesWithItsLinksAndPermissionsWhateverTheNames() throws IOException {
        Path tree = Files.createDirectories(gamma.home().resolve("tree/empty")).getParent();
        Files.writeString(tree.resolve(EVIL), "x");
        Files.createSymbolicLink(tree.resolve("link"), Path.of("/etc/passwd"));
        Files.setPosixFilePermissions(Files.writeString(tree.resolve("run"), "#!"),
                PosixFilePermissions.fromString("rwx------"));

        TransferFinished finished = move("tree/", "arrived/");

        Path arrived = alpha.home().resolve("arrived");
        assertThat(finished.mover()).isEqualTo("rsync");
        assertThat(names(arrived)).containsExactlyInAnyOrder(EVIL, "empty", "link", "run");
        assertThat(Files.readString(arrived.resolve(EVIL), StandardCharsets.UTF_8)).isEqualTo("x");
        assertThat(Files.readSymbolicLink(arrived.resolve("link"))).isEqualTo(Path.of("/etc/passwd"));
        assertThat(arrived.resolve("run")).isExecutable();
    }

    private TransferFinished move(String from, String to) {
        TransferId transfer = new TransferId("x-r%08d".formatted(++counter));
        topic.send(new TransferRequested(transfer, ALICE, null, List.of(new Item("gamma:~/" + from,
                List.of(Replica.at(gamma.id(), "~/" + from)), Replica.at(alpha.id(), "~/" + to), null, null, null)),
                Instant.now(), null));
        return topic.await(TransferFinished.class, transfer.value());
    }

    private static List<String> names(Path folder) {
        return Arrays.asList(folder.toFile().list());
    }
}
