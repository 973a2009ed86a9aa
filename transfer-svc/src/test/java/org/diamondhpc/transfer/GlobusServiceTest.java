package org.diamondhpc.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.transfer.work.Orders.order;
import static org.diamondhpc.transfer.work.Orders.placement;

import io.agroal.api.AgroalDataSource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.diamondhpc.globus.simulator.GlobusSimulator;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.diamondhpc.messaging.testing.TestingKafka;
import org.diamondhpc.schemas.event.TaskEvent.InputsStaged;
import org.diamondhpc.schemas.event.TaskEvent.StagingDeferred;
import org.diamondhpc.schemas.event.TaskEvent.TaskPlaced;
import org.diamondhpc.schemas.event.TransferEvent.Item;
import org.diamondhpc.schemas.event.TransferEvent.TransferCancelRequested;
import org.diamondhpc.schemas.event.TransferEvent.TransferCancelled;
import org.diamondhpc.schemas.event.TransferEvent.TransferFinished;
import org.diamondhpc.schemas.event.TransferEvent.TransferProgressed;
import org.diamondhpc.schemas.event.TransferEvent.TransferRequested;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.testing.TestingSshSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole service with Globus: real Kafka and PostgreSQL, real SSH for looks, the simulator for the bytes. */
@QuarkusTest
@QuarkusTestResource(value = DiamondTestResource.class)
@QuarkusTestResource(value = SitesTestResource.class)
class GlobusServiceTest {
    private static final TenantId ALICE = new TenantId("alice");
    private static int counter;

    @Inject
    AgroalDataSource database;
    TestingKafka kafka;
    private final TestingSshSite gamma = SitesTestResource.gamma;
    private final TestingSshSite delta = SitesTestResource.delta;
    private final GlobusSimulator globus = SitesTestResource.globus;
    private final String number = "%08d".formatted(++counter);
    private Topic topic;

    @BeforeEach
    void topics() {
        topic = new Topic(kafka.bootstrapServers());
    }

    @AfterEach
    void heal() {
        globus.faults().heal();
        topic.close();
    }

    @Test
    void inputsOfATaskGoByGlobusAndTheTaskGoesOn() throws IOException {
        byte[] bytes = bytes(300_000);
        Files.write(gamma.home().resolve("input"), bytes);
        TaskOrder order = order("t-g" + number, List.of(new ResolvedInput("gamma:~/input", "sub/in", null, true, null,
                null, List.of(Replica.at(gamma.id(), "~/input")))));

        topic.send(new TaskPlaced(order, placement("delta", delta.account().user())));
        InputsStaged staged = topic.await(InputsStaged.class, order.task().value());

        assertThat(staged.staging().mover()).isEqualTo("globus");
        assertThat(staged.staging().legs()).singleElement().satisfies(l -> assertThat(l.bytes()).isEqualTo(300_000));
        Path work = Path.of(AttemptLayout.of(delta.home() + "/.diamond", ALICE, order.attemptId()).work());
        assertThat(work.resolve("sub/in")).hasBinaryContent(bytes).isExecutable();
    }

    @Test
    void aTaskSaysWhoMustHelpAndGoesOnByItself() throws IOException {
        Files.write(gamma.home().resolve("waits"), bytes(100));
        String paused = SitesTestResource.collection("delta");
        globus.faults().pause(paused, "the disks are being moved");
        TaskOrder order = order("t-p" + number, List.of(new ResolvedInput("gamma:~/waits", "in", null, false, null,
                null, List.of(Replica.at(gamma.id(), "~/waits")))));

        topic.send(new TaskPlaced(order, placement("delta", delta.account().user())));
        StagingDeferred stalled = topic.await(StagingDeferred.class, order.task().value());
        globus.faults().resume(paused);
        InputsStaged staged = topic.await(InputsStaged.class, order.task().value());

        assertThat(stalled.problem().reason()).isEqualTo(Reason.TRANSFER_PAUSED);
        assertThat(stalled.problem().detail()).contains("the disks are being moved");
        assertThat(staged.staging().mover()).isEqualTo("globus");
    }

    @Test
    void aTransferTellsItsProgressAndEndsWithReplicas() throws IOException {
        byte[] bytes = bytes(900_000);
        Files.write(gamma.home().resolve("big"), bytes);
        globus.faults().speed(600_000);
        TransferRequested asked = transfer("big");

        topic.send(asked);
        TransferFinished finished = topic.await(TransferFinished.class, asked.transfer().value());

        assertThat(finished.mover()).isEqualTo("globus");
        assertThat(delta.home().resolve("in/big")).hasBinaryContent(bytes);
        assertThat(topic.all(asked.transfer().value(), Duration.ofMillis(200)))
                .filteredOn(e -> e instanceof TransferProgressed p && p.bytesDone() > 0 && p.bytesDone() < 900_000)
                .isNotEmpty();
        assertThat(count("select count(*) from replica where site = 'delta' and path like '%/in/big'")).isEqualTo(1);
        assertThat(count("select count(*) from globus_consignment")).isZero();
    }

    @Test
    void aCancelledTransferIsCancelledAtGlobusAndItsLeftoversAreRemoved() throws IOException {
        Files.write(gamma.home().resolve("huge"), bytes(5_000_000));
        globus.faults().speed(200_000);
        TransferRequested asked = transfer("huge");
        topic.send(asked);
        topic.awaitSeen(e -> e instanceof TransferProgressed p && p.transfer().equals(asked.transfer())
                && p.bytesDone() > 0, "progress");

        topic.send(new TransferCancelRequested(asked.transfer(), ALICE, "test"));
        topic.await(TransferCancelled.class, asked.transfer().value());

        Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(count("select count(*) from globus_shipment where ended_at is null")).isZero();
            assertThat(count("select count(*) from globus_consignment")).isZero();
            try (var files = Files.list(delta.home().resolve("in"))) {
                assertThat(files.map(f -> f.getFileName().toString())).noneMatch(n -> n.contains("diamond"));
            }
        });
        assertThat(globus.requests().of("POST /v0.10/task/:id/cancel")).isPositive();
    }

    @Test
    void tokensLieSealedInTheDatabase() throws SQLException, IOException {
        Files.write(gamma.home().resolve("small"), bytes(10));
        TransferRequested asked = transfer("small");
        topic.send(asked);
        topic.await(TransferFinished.class, asked.transfer().value());

        try (Connection connection = database.getConnection(); Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select access from globus_token where identity = 'default'")) {
            assertThat(row.next()).isTrue();
            byte[] sealed = row.getBytes(1);
            assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotMatch("(?s)[A-Za-z0-9_-]{20,}");
            assertThat(sealed.length).isGreaterThan(28);
        }
    }

    private TransferRequested transfer(String name) {
        return new TransferRequested(new TransferId("x-g" + number), ALICE, null, List.of(new Item("gamma:~/" + name,
                List.of(Replica.at(gamma.id(), "~/" + name)), Replica.at(delta.id(), "~/in/" + name), null, null, null)),
                Instant.now(), null);
    }

    private long count(String sql) {
        try (Connection connection = database.getConnection(); Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }
}
