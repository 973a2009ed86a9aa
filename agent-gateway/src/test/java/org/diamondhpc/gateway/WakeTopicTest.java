package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.Test;

/** The topic of sessions as a wake channel, read by an operator's plain consumer. */
@QuarkusTest
class WakeTopicTest extends GatewayTest {
    private static final int SESSIONS = 3;
    private static final int WAKES = 4;

    private record Wake(String session, long number) {
    }

    @Test
    void everyWakeIsThereInTheOrderOfItsSessionAlsoAfterAConsumerDied() throws Exception {
        List<String> sessions = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            sessions.add(session());
        }
        String task = submit(SLEEP);
        say(steps(task).all(JobEnd.COMPLETED));
        awaitState(task, "SUCCEEDED");
        for (int i = 0; i < WAKES; i++) {
            sessions.forEach(s -> alice.post("/v1/sessions/" + s + "/waits", "{\"tasks\": [\"" + task + "\"]}"));
        }
        String group = "operator-" + UUID.randomUUID();
        List<Wake> seen = new ArrayList<>(read(group, sessions, all -> !all.isEmpty(), false));

        seen.addAll(read(group, sessions, all -> all.stream().distinct().count() == SESSIONS * WAKES, true));

        for (String session : sessions) {
            List<Long> numbers = seen.stream().filter(w -> w.session().equals(session)).map(Wake::number).toList();
            long cursor = 0;
            for (long number : numbers) {
                assertThat(number).as("no wake is passed over").isLessThanOrEqualTo(cursor + 1);
                cursor = Math.max(cursor, number);
            }
            assertThat(cursor).isEqualTo(WAKES);
        }
    }

    /** Reads until it is enough; what is not committed comes again to the next one of the group. */
    private List<Wake> read(String group, List<String> sessions, Predicate<List<Wake>> enough, boolean commit)
            throws Exception {
        List<Wake> seen = new ArrayList<>();
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(Map.of(
                "bootstrap.servers", kafka.bootstrapServers(), "group.id", group, "enable.auto.commit", false,
                "auto.offset.reset", "earliest"), new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(Topics.SESSION_EVENTS.topic()));
            while (!enough.test(seen)) {
                assertThat(System.nanoTime()).as("wakes read so far: " + seen).isLessThan(end);
                for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    String type = new String(record.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8);
                    if (type.equals("org.diamondhpc.session.wake-issued.v1") && sessions.contains(record.key())) {
                        seen.add(new Wake(record.key(),
                                DiamondJson.json().readTree(record.value()).path("number").asLong()));
                    }
                }
            }
            if (commit) {
                consumer.commitSync();
            }
        }
        return seen;
    }
}
