package org.diamondhpc.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class OutboxTest extends MessagingTest {
    @Inject
    EchoConsumer echo;

    @BeforeEach
    void fresh() {
        kafka.createTopic(ECHO, 3);
        echo.seen.clear();
    }

    @Test
    void aCommittedEventArrivesAsACloudEvent() {
        OutgoingEvent sent = event(ECHO, "k1", Map.of("n", 1));

        publish(sent);

        await().atMost(Duration.ofSeconds(20)).until(() -> !echo.seen.isEmpty());
        ReceivedEvent got = echo.seen.getFirst();
        assertThat(got.id()).isEqualTo(sent.id().value());
        assertThat(got.headers()).containsEntry("ce_specversion", "1.0")
                .containsEntry("ce_type", "test.happened.v1")
                .containsEntry("content-type", "application/json");
        assertThat(got.time()).isEqualTo(sent.time());
        assertThat(got.body(JsonNode.class).get("n").intValue()).isEqualTo(1);
    }
}
