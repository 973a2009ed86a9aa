package org.diamondhpc.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.diamondhpc.messaging.kafka.CloudEvents;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class IntakeTest extends MessagingTest {
    private static final String TOPIC = "test.intake";
    @Inject
    Intake intake;
    private final List<String> handled = new CopyOnWriteArrayList<>();
    private int offset;

    @BeforeEach
    void fresh() {
        kafka.createTopic(TOPIC + ".dlq", 1);
        sql("create table if not exists effect (id text primary key)");
        sql("truncate effect");
        handled.clear();
    }

    /** An effect in the service's own tables, which a rolled back transaction takes with it. */
    private void effect(ReceivedEvent event) {
        handled.add(event.subject());
        write(event);
    }

    private void write(ReceivedEvent event) {
        try (var connection = dataSource.getConnection();
                var insert = connection.prepareStatement("insert into effect values (?)")) {
            insert.setString(1, event.id());
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private ConsumerRecord<String, byte[]> record(OutgoingEvent event) {
        ConsumerRecord<String, byte[]> record = new ConsumerRecord<>(TOPIC, 0, offset++, event.key(),
                ("\"" + event.body() + "\"").getBytes(StandardCharsets.UTF_8));
        CloudEvents.headers(event).forEach((name, value) ->
                record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return record;
    }

    private ConsumerRecords<String, byte[]> batch(List<ConsumerRecord<String, byte[]>> records) {
        return new ConsumerRecords<>(Map.of(new TopicPartition(TOPIC, 0), records), Map.of());
    }

    private List<ConsumerRecord<String, byte[]>> records(String name, int count) {
        return new ArrayList<>(IntStream.range(0, count)
                .mapToObj(i -> record(event(TOPIC, name + i, "body"))).toList());
    }

    @Test
    void whatIsNotWantedIsNeitherHandledNorRemembered() {
        ConsumerRecords<String, byte[]> batch = batch(records("wish", 4));

        intake.accept("choosy", batch, event -> event.subject().endsWith("2"), this::effect);

        assertThat(handled).containsExactly("wish2");
        intake.accept("choosy", batch, this::effect);
        assertThat(handled).containsExactly("wish2", "wish0", "wish1", "wish3");
    }

    @Test
    void aHandlerIsToldOfTheEventsOfATransactionBeforeItHandlesThem() {
        ConsumerRecords<String, byte[]> known = batch(records("known", 1));
        List<ConsumerRecord<String, byte[]>> more = records("next", 3);
        more.addAll(0, known.records(new TopicPartition(TOPIC, 0)));
        intake.accept("planner", known, this::effect);
        handled.clear();

        intake.accept("planner", batch(more), new EventHandler() {
            @Override
            public void expect(List<ReceivedEvent> events) {
                handled.add("expected " + events.stream().map(ReceivedEvent::subject).toList());
            }

            @Override
            public void handle(ReceivedEvent event) {
                effect(event);
            }
        });

        assertThat(handled).containsExactly("expected [next0, next1, next2]", "next0", "next1", "next2");
    }

    @Test
    void aBatchThatComesAgainIsHandledOnce() {
        ConsumerRecords<String, byte[]> batch = batch(records("once", 20));

        intake.accept("twice", batch, this::effect);
        intake.accept("twice", batch, this::effect);
        intake.accept("another consumer", batch, event -> { });

        assertThat(handled).hasSize(20);
        assertThat(number("select count(*) from effect")).isEqualTo(20);
    }

    @Test
    void aDuplicateWithinABatchIsHandledOnce() {
        List<ConsumerRecord<String, byte[]>> records = records("dup", 3);
        records.add(records.get(1));

        intake.accept("dup", batch(records), this::effect);

        assertThat(handled).containsExactly("dup0", "dup1", "dup2");
    }

    @Test
    void aPoisonEventGoesToTheDeadLettersAndItsNeighboursAreHandledInOrder() {
        List<ConsumerRecord<String, byte[]>> records = records("poison", 10);
        long poisonOffset = records.get(4).offset();

        intake.accept("poison", batch(records), event -> {
            if (event.subject().equals("poison4")) {
                throw DiamondException.of(Reason.INVALID_SPEC, "no such field");
            }
            effect(event);
        });

        assertThat(number("select count(*) from effect")).isEqualTo(9);
        assertThat(new ArrayList<>(new java.util.LinkedHashSet<>(handled))).containsExactlyElementsOf(
                IntStream.range(0, 10).filter(i -> i != 4).mapToObj(i -> "poison" + i).toList());
        ConsumerRecord<String, byte[]> dead = deadLetter("poison4");
        assertThat(new String(dead.value(), StandardCharsets.UTF_8)).isEqualTo("\"body\"");
        assertThat(CloudEvents.text(dead)).containsEntry("diamond-dead-letter-reason", "INVALID_SPEC")
                .containsEntry("diamond-dead-letter-detail", "no such field")
                .containsEntry("diamond-dead-letter-topic", TOPIC)
                .containsEntry("diamond-dead-letter-consumer", "poison")
                .containsEntry("diamond-dead-letter-offset", Long.toString(poisonOffset));
    }

    @Test
    void whatIsTakenTogetherIsBegunAndFinishedOnceATransaction() {
        List<String> steps = new CopyOnWriteArrayList<>();

        intake.acceptTogether("together", batch(records("together", 4)), event -> true, events -> {
            steps.add("begin " + events.size());
            return new EventHandler() {
                @Override
                public void handle(ReceivedEvent event) {
                    effect(event);
                }

                @Override
                public void finish() {
                    steps.add("finish");
                }
            };
        });

        assertThat(steps).containsExactly("begin 4", "finish");
        assertThat(handled).containsExactly("together0", "together1", "together2", "together3");
    }

    @Test
    void whatFailsAtTheFinishIsFoundOneByOneAndSpoilsNothingElse() {
        intake.acceptTogether("unfinished", batch(records("unfinished", 6)), event -> true, events -> new EventHandler() {
            private boolean spoilt;

            @Override
            public void handle(ReceivedEvent event) {
                spoilt |= event.subject().equals("unfinished2");
                write(event);
            }

            @Override
            public void finish() {
                if (spoilt) {
                    throw DiamondException.of(Reason.INVALID_SPEC, "cannot be finished");
                }
            }
        });

        assertThat(number("select count(*) from effect")).isEqualTo(5);
        assertThat(CloudEvents.text(deadLetter("unfinished2")))
                .containsEntry("diamond-dead-letter-detail", "cannot be finished");
    }

    @Test
    void aDeadLetterThatIsPublishedAgainIsHandled() {
        List<ConsumerRecord<String, byte[]>> records = records("replay", 1);
        intake.accept("replay", batch(records), event -> {
            throw new IllegalStateException("a bug that is mended meanwhile");
        });

        intake.accept("replay", batch(records), this::effect);

        assertThat(handled).containsExactly("replay0");
    }

    @Test
    void aRecordThatIsNoCloudEventGoesToTheDeadLetters() {
        ConsumerRecord<String, byte[]> stray = new ConsumerRecord<>(TOPIC, 0, 77, "stray", new byte[] {1, 2, 3});

        intake.accept("stray", batch(List.of(stray)), this::effect);

        assertThat(handled).isEmpty();
        ConsumerRecord<String, byte[]> dead = deadLetter("stray");
        assertThat(CloudEvents.text(dead)).containsEntry("diamond-dead-letter-reason", "INVALID_REQUEST");
        assertThat(dead.value()).containsExactly(1, 2, 3);
    }

    @Test
    void troubleThatPassesIsTriedAgainAndNotDeadLettered() {
        AtomicInteger tries = new AtomicInteger();

        intake.accept("passing", batch(records("passing", 1)), event -> {
            if (tries.incrementAndGet() < 4) {
                throw new IllegalStateException(new SQLException("deadlock detected", "40P01"));
            }
            effect(event);
        });

        assertThat(handled).containsExactly("passing0");
        assertThat(number("select count(*) from outbox where key = 'passing0'")).isZero();
    }

    @Test
    void aBrokenDatabaseIsWaitedForAndDeadLettersNothing() throws Exception {
        assumeThat(postgres.restartable()).isTrue();
        List<ConsumerRecord<String, byte[]>> records = records("dbaway", 50);
        postgres.kill();
        Thread intaking = Thread.ofVirtual().start(() -> intake.accept("dbaway", batch(records), this::effect));
        Thread.sleep(1500);
        boolean waited = intaking.isAlive();

        postgres.start();
        intaking.join(Duration.ofSeconds(40));

        assertThat(waited).isTrue();
        assertThat(intaking.isAlive()).isFalse();
        assertThat(number("select count(*) from effect")).isEqualTo(50);
        assertThat(number("select count(*) from inbox where consumer = 'dbaway'")).isEqualTo(50);
    }

    @Test
    void whatFollowsFromAnEventBelongsToItsTrace() {
        String traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        kafka.createTopic("test.trace", 1);
        OutgoingEvent caused = event("test.trace", "k", 1);
        Map<String, String> headers = new LinkedHashMap<>(Map.of("traceparent", traceparent));
        OutgoingEvent cause = new OutgoingEvent(ids.event(), TOPIC, "k", "t", "s", "/test", clock.instant(), 1, headers);

        intake.accept("trace", batch(List.of(record(cause))), event -> outbox.append(caused));

        assertThat(TopicReader.header(TopicReader.read(kafka.bootstrapServers(), "test.trace", 1).getFirst(),
                "traceparent")).isEqualTo(traceparent);
    }

    @Test
    void thousandsOfEventsASecond() {
        List<ConsumerRecords<String, byte[]>> batches = IntStream.range(0, 10)
                .mapToObj(i -> batch(records("speed" + i + "-", 500))).toList();
        long start = System.nanoTime();

        batches.forEach(batch -> intake.accept("speed", batch, this::write));

        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf("MEASURED intake with one insert an event: %.0f events/s%n", 5000 / seconds);
        assertThat(number("select count(*) from effect")).isEqualTo(5000);
    }

    private ConsumerRecord<String, byte[]> deadLetter(String key) {
        return TopicReader.read(kafka.bootstrapServers(), TOPIC + ".dlq",
                records -> records.stream().anyMatch(each -> key.equals(each.key())), Duration.ofSeconds(20))
                .stream().filter(each -> key.equals(each.key())).findFirst().orElseThrow();
    }
}
