package org.diamondhpc.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A consumer on virtual threads still sees one batch after the other; Quarkus alone would run them side by side. */
@QuarkusTest
class ChannelOrderTest extends MessagingTest {
    @Inject
    EchoConsumer consumer;

    @Test
    void batchesOfAChannelAreHandledInOrder() throws InterruptedException {
        kafka.createTopic(ECHO, 3);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        consumer.handler = event -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            Thread.sleep(20);
            order.add(event.id());
            now.decrementAndGet();
        };
        List<String> sent = new ArrayList<>();

        for (int i = 0; i < 40; i++) {
            OutgoingEvent event = event(ECHO, "one-key", "n" + i);
            sent.add(event.id().value());
            publish(event);
            Thread.sleep(5);
        }
        sent.forEach(consumer::await);
        consumer.handler = event -> { };

        assertThat(order).isEqualTo(sent);
        assertThat(most).hasValue(1);
    }
}
