package org.diamondhpc.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.diamondhpc.messaging.outbox.OutboxRelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers that die under a running service. */
@QuarkusTest
class OutageTest extends MessagingTest {
    @Inject
    EchoConsumer echo;
    @Inject
    OutboxRelay relay;

    @BeforeEach
    void onlyServersThatCanBeTakenAway() {
        assumeThat(kafka.restartable() && postgres.restartable()).isTrue();
    }

    @Test
    void eventsCommittedWhileTheBrokerIsAwayArriveInOrderWhenItIsBack() {
        kafka.createTopic(ECHO, 3);
        List<String> seen = new CopyOnWriteArrayList<>();
        echo.handler = event -> {
            if (event.subject().equals("outage")) {
                seen.add(event.body(String.class));
            }
        };
        OutgoingEvent before = event(ECHO, "outage", "0");
        publish(before);
        echo.await(before.id().value());
        List<OutgoingEvent> during = new ArrayList<>();

        kafka.stop();
        IntStream.rangeClosed(1, 300).forEach(i -> during.add(event(ECHO, "outage", Integer.toString(i))));
        during.forEach(this::publish);
        boolean kept = number("select count(*) from outbox") >= 300;
        await().atMost(Duration.ofSeconds(20)).until(() -> relay.trouble() != null);
        kafka.start();
        long back = System.nanoTime();
        during.forEach(event -> echo.await(event.id().value()));

        System.out.printf("MEASURED broker back to all 301 handled: %d ms%n", (System.nanoTime() - back) / 1_000_000);
        assertThat(kept).isTrue();
        assertThat(new ArrayList<>(new java.util.LinkedHashSet<>(seen))).containsExactlyElementsOf(
                IntStream.rangeClosed(0, 300).mapToObj(Integer::toString).toList());
        await().atMost(Duration.ofSeconds(10)).until(() -> relay.trouble() == null);
    }

    @Test
    void relayConsumerAndWritersGoOnAfterTheDatabaseWasKilled() {
        kafka.createTopic(ECHO, 3);
        echo.handler = event -> { };
        OutgoingEvent before = event(ECHO, "db", 1);
        publish(before);
        echo.await(before.id().value());

        postgres.kill();
        postgres.start();
        OutgoingEvent after = event(ECHO, "db", 2);
        await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
            publish(after);
            return true;
        });

        assertThat(echo.await(after.id().value()).subject()).isEqualTo("db");
        await().atMost(Duration.ofSeconds(10)).until(relay::leading);
    }
}
