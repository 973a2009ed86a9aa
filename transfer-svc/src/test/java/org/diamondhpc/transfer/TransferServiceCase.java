package org.diamondhpc.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.diamondhpc.messaging.ClaimStore;
import org.diamondhpc.messaging.RequestReply;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.diamondhpc.messaging.testing.TestingKafka;
import org.diamondhpc.schemas.event.Event;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.testing.TestingSshSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The whole service: real Kafka, real PostgreSQL, two sites over real SSH. */
@QuarkusTestResource(value = DiamondTestResource.class)
@QuarkusTestResource(value = SitesTestResource.class)
abstract class TransferServiceCase {
    static final TenantId ALICE = new TenantId("alice");
    static final SiteId BETA = new SiteId("beta");
    private static int counter;

    @Inject
    ClaimStore claims;
    @Inject
    RequestReply questions;
    TestingKafka kafka;
    final TestingSshSite alpha = SitesTestResource.alpha;
    final TestingSshSite beta = SitesTestResource.beta;
    final String task = nextTask();
    Topic topic;

    @BeforeEach
    void topics() {
        topic = new Topic(kafka.bootstrapServers());
    }

    @AfterEach
    void heal() {
        beta.network().refuse(false);
        beta.network().stall(false);
        alpha.network().refuse(false);
        topic.close();
    }

    static void assertToldOnceForEachReason(List<Event> news, Class<? extends TaskEvent.Deferred> type) {
        List<Reason> told = news.stream().filter(type::isInstance).map(type::cast).map(d -> d.problem().reason()).toList();
        assertThat(told).isNotEmpty();
        for (int i = 1; i < told.size(); i++) {
            assertThat(told.get(i)).isNotEqualTo(told.get(i - 1));
        }
    }

    static String nextTask() {
        return "t-%08d".formatted(next());
    }

    /** A number no other test has. */
    static int next() {
        return ++counter;
    }

    static String relative(TaskOrder order) {
        return ".diamond/attempts/alice/" + order.attemptId();
    }

    static Path work(TestingSshSite site, TaskOrder order) {
        return site.home().resolve(relative(order)).resolve("work");
    }

    static void write(TestingSshSite site, String relative, byte[] bytes) throws IOException {
        Path file = site.home().resolve(relative);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random().nextBytes(bytes);
        return bytes;
    }

    static String sha(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
