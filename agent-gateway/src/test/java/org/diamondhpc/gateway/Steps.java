package org.diamondhpc.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Prediction;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.schemas.task.Staging;
import org.diamondhpc.schemas.task.TaskOrder;

/** What the other services say of one attempt at site alpha. */
public record Steps(TaskOrder order) {
    public static final SiteId ALPHA = new SiteId("alpha");
    private static final Instant BASE = Instant.parse("2026-01-01T00:00:00Z");

    public Placement placement() {
        return new Placement(ALPHA, "slurm", "user", "cpu", null, null, null, List.of(),
                new Prediction(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ofMinutes(1)),
                "fastest", "it is free", List.of(), BASE);
    }

    public AttemptId attempt() {
        return order.attemptId();
    }

    public JobRef job() {
        return new JobRef(ALPHA, "4" + order.attempt(), BASE);
    }

    public TaskEvent placed() {
        return new TaskEvent.TaskPlaced(order, placement());
    }

    public TaskEvent staged() {
        return new TaskEvent.InputsStaged(order, placement(), Staging.nothing());
    }

    public TaskEvent submitted() {
        return new TaskEvent.JobSubmitted(order, placement(), job(), "reply", 1);
    }

    /** It would be done sooner elsewhere. */
    public TaskEvent reconsidered() {
        return new TaskEvent.PlacementReconsidered(order, placement(), placement(), Duration.ofHours(2),
                Duration.ofMinutes(119), Duration.ofMinutes(12), "its job has waited 12 min at alpha; at beta 119 min sooner");
    }

    public TaskEvent withdrawn() {
        return new TaskEvent.JobWithdrawn(order, placement(), job());
    }

    public TaskEvent kept() {
        return new TaskEvent.PlacementKept(order, placement(), "its job had begun");
    }

    public TaskEvent started() {
        return new TaskEvent.JobStarted(attempt(), order.tenant(), job(), BASE.plusSeconds(5), List.of("n1"));
    }

    public JobOutcome outcome(JobEnd end) {
        return new JobOutcome(end, exitCode(end), null, end.name(),
                null, BASE.plusSeconds(5), BASE.plusSeconds(65), List.of("n1"), List.of(),
                end == JobEnd.LOST ? List.of("not in the queue") : List.of());
    }

    private static Integer exitCode(JobEnd end) {
        return switch (end) {
            case COMPLETED -> 0;
            case FAILED -> 3;
            default -> null;
        };
    }

    public TaskEvent finished(JobEnd end) {
        return new TaskEvent.JobFinished(order, placement(), job(), outcome(end), List.of());
    }

    public TaskEvent collected(JobEnd end) {
        return collected(end, List.of());
    }

    public TaskEvent collected(JobEnd end, List<String> missing) {
        return new TaskEvent.OutputsCollected(order, placement(), job(), outcome(end), List.of(output("out.txt")),
                missing, null);
    }

    public CollectedOutput output(String name) {
        return new CollectedOutput("ws://" + order.spec().workspace() + "/" + order.task() + "/" + name,
                CollectedOutput.Kind.OUTPUT, name, 5, "a".repeat(64),
                List.of(Replica.at(ALPHA, "/scratch/" + order.attemptId() + "/" + name)));
    }

    public List<TaskEvent> all(JobEnd end) {
        return List.of(placed(), staged(), submitted(), started(), finished(end), collected(end));
    }
}
