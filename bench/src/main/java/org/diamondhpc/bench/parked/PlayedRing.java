package org.diamondhpc.bench.parked;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.EventTypes;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Prediction;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.schemas.task.Staging;
import org.diamondhpc.schemas.task.StreamFile;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.schemas.task.Verdict;

/** The other four services, as far as the gateway hears of them: the events are those of a real task without inputs. */
final class PlayedRing implements AutoCloseable {
    private static final String SHA = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    private static final SiteId ALPHA = new SiteId("alpha");

    private final KafkaProducer<String, byte[]> producer;

    PlayedRing(Map<String, String> client) {
        Map<String, Object> settings = new HashMap<>(client);
        settings.put("linger.ms", 2);
        settings.put("batch.size", 65_536);
        producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
    }

    /** An event ready to be told of any copy of its task. */
    record Told(String type, String body) {
        static Told of(TaskEvent event) {
            try {
                return new Told(EventTypes.of(event), DiamondJson.json().writeValueAsString(event));
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException(e);
            }
        }
    }

    static Placement placement(Instant at) {
        Prediction soon = new Prediction(Duration.ofSeconds(40), Duration.ZERO, Duration.ofMinutes(4), Duration.ZERO,
                Duration.ofHours(24));
        return new Placement(ALPHA, "slurm", "demo", "batch", null, null, null, List.of(), soon, "fastest",
                "earliest predicted completion", List.of(
                        new Candidate(ALPHA, "batch", Verdict.BUSY, "starts in about 40 s", soon, "nothing to move"),
                        new Candidate(ALPHA, "debug", Verdict.INCOMPATIBLE, "at most 30 minutes", null, null)), at);
    }

    static JobRef job(int number, Instant at) {
        return new JobRef(ALPHA, Integer.toString(4_000 + number), at);
    }

    /** From its placement until its job runs. */
    void run(TaskOrder order, Placement placement, JobRef job) {
        for (TaskEvent event : List.of(new TaskEvent.TaskPlaced(order, placement),
                new TaskEvent.InputsStaged(order, placement, Staging.nothing()),
                new TaskEvent.JobSubmitted(order, placement, job, "reply", 1),
                new TaskEvent.JobStarted(order.attemptId(), order.tenant(), job, job.submittedAt(), List.of("a1")))) {
            Told told = Told.of(event);
            tell(told.type(), order.task().value(), told.body());
        }
        producer.flush();
    }

    /** That the job ended well and what it left: its two streams. */
    static List<Told> end(Sleeper sleeper) {
        Instant at = sleeper.job().submittedAt().plusSeconds(60);
        JobOutcome outcome = new JobOutcome(JobEnd.COMPLETED, 0, null, null, null, sleeper.job().submittedAt(), at,
                List.of("a1"), List.of(), List.of());
        TaskOrder order = sleeper.order();
        return List.of(
                Told.of(new TaskEvent.JobFinished(order, sleeper.placement(), sleeper.job(), outcome,
                        List.of(new StreamFile("stdout", 1200, SHA), new StreamFile("stderr", 0, SHA)))),
                Told.of(new TaskEvent.OutputsCollected(order, sleeper.placement(), sleeper.job(), outcome, List.of(
                        stream(order, CollectedOutput.Kind.STDOUT, "stdout", 1200),
                        stream(order, CollectedOutput.Kind.STDERR, "stderr", 0)), List.of(), null)));
    }

    private static CollectedOutput stream(TaskOrder order, CollectedOutput.Kind kind, String name, long size) {
        return new CollectedOutput("ws://" + order.spec().workspace() + "/tasks/" + order.task() + "/" + name, kind, name,
                size, SHA, List.of(Replica.at(ALPHA, "/home/demo/.diamond/attempts/" + order.tenant() + "/"
                        + order.attemptId() + "/" + name)));
    }

    void tell(String type, String task, String body) {
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(Topics.TASK_EVENTS.topic(), task,
                body.getBytes(StandardCharsets.UTF_8));
        Map.of("ce_specversion", "1.0", "ce_id", "e-" + UUID.randomUUID().toString().replace("-", ""), "ce_type", type,
                "ce_source", "/diamond/bench", "ce_subject", task, "ce_time", Instant.now().toString(),
                "content-type", "application/json").forEach((name, value) ->
                        record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        producer.send(record);
    }

    void flush() {
        producer.flush();
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
