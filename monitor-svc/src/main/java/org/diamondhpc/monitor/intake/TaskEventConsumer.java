package org.diamondhpc.monitor.intake;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.messaging.Intake;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.messaging.domain.EventReader;
import org.diamondhpc.monitor.domain.TrackedJob;
import org.diamondhpc.monitor.domain.WatchRules;
import org.diamondhpc.monitor.work.TrackedJobs;
import org.diamondhpc.schemas.event.TaskEvent;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The task topic as monitor-svc sees it. */
@ApplicationScoped
class TaskEventConsumer {
    private static final String CONSUMER = "monitor-svc";
    private static final Predicate<ReceivedEvent> WANTED = EventReader.anyOf(TaskEvent.JobSubmitted.class,
            TaskEvent.PlacementReconsidered.class, TaskEvent.PlacementKept.class, TaskEvent.JobWithdrawn.class);

    private final Intake intake;
    private final TrackedJobs jobs;
    private final WatchRules rules;
    private final Clock clock;

    TaskEventConsumer(Intake intake, TrackedJobs jobs, WatchRules rules, Clock clock) {
        this.intake = intake;
        this.jobs = jobs;
        this.rules = rules;
        this.clock = clock;
    }

    @Incoming("task-events")
    @RunOnVirtualThread
    void consume(ConsumerRecords<String, byte[]> records) {
        intake.accept(CONSUMER, records, WANTED, this::handle);
    }

    private void handle(ReceivedEvent received) {
        EventReader.task(received).ifPresent(event -> {
            switch (event) {
                case TaskEvent.JobSubmitted e ->
                        jobs.track(TrackedJob.of(e.order(), e.placement(), e.job()), clock.instant());
                case TaskEvent.PlacementReconsidered e -> jobs.moving(e.order().attemptId(), rules::moving);
                case TaskEvent.PlacementKept e -> jobs.moving(e.order().attemptId(), rules::kept);
                case TaskEvent.JobWithdrawn e -> jobs.withdrawn(e.order().attemptId());
                default -> { }
            }
        });
    }
}
