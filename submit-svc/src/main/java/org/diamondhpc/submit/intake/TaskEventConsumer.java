package org.diamondhpc.submit.intake;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.messaging.EventHandler;
import org.diamondhpc.messaging.Intake;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.messaging.domain.EventReader;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.submit.domain.Submission;
import org.diamondhpc.submit.work.SubmissionLedger;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The task topic as submit-svc sees it. */
@ApplicationScoped
class TaskEventConsumer {
    private static final String CONSUMER = "submit-svc";
    private static final Predicate<ReceivedEvent> WANTED = EventReader.anyOf(TaskEvent.InputsStaged.class,
            TaskEvent.TaskCancelRequested.class, TaskEvent.JobIdentified.class, TaskEvent.DuplicateJobFenced.class,
            TaskEvent.PlacementReconsidered.class, TaskEvent.AttemptChosen.class, TaskEvent.TaskEnded.class);

    private final Intake intake;
    private final SubmissionLedger ledger;
    private final EventPublisher events;
    private final EventHandler handling = new Handling();

    TaskEventConsumer(Intake intake, SubmissionLedger ledger, EventPublisher events) {
        this.intake = intake;
        this.ledger = ledger;
        this.events = events;
    }

    @Incoming("task-events")
    @RunOnVirtualThread
    void consume(ConsumerRecords<String, byte[]> records) {
        intake.accept(CONSUMER, records, WANTED, handling);
    }

    private final class Handling implements EventHandler {
        @Override
        public void expect(List<ReceivedEvent> expected) {
            ledger.expect(expected.stream().map(ReceivedEvent::key).filter(Objects::nonNull).distinct().toList());
        }

        @Override
        public void handle(ReceivedEvent received) {
            TaskEventConsumer.this.handle(received);
        }
    }

    private void handle(ReceivedEvent received) {
        EventReader.task(received).ifPresent(event -> {
            switch (event) {
                case TaskEvent.InputsStaged e -> staged(e);
                case TaskEvent.TaskCancelRequested e -> ledger.cancelRequested(e.task(), e.tenant());
                case TaskEvent.JobIdentified e ->
                        ledger.jobIdentified(e.attempt(), e.tenant(), e.job(), e.recorded());
                case TaskEvent.DuplicateJobFenced e ->
                        ledger.duplicateFenced(e.attempt(), e.tenant(), e.job());
                case TaskEvent.PlacementReconsidered e -> reconsidered(e);
                case TaskEvent.AttemptChosen e -> ledger.chosen(e);
                case TaskEvent.TaskEnded e -> ledger.ended(e.task());
                default -> { }
            }
        });
    }

    private void reconsidered(TaskEvent.PlacementReconsidered e) {
        if (!ledger.withdraw(e.order(), e.from())) {
            events.publish(new TaskEvent.PlacementKept(e.order(), e.from(), "there was no job to withdraw"));
        }
    }

    private void staged(TaskEvent.InputsStaged e) {
        Submission submission = Submission.of(e.order(), e.placement());
        if (ledger.stagedAttempt(submission) == SubmissionLedger.Intake.CANCELLED
                && e.order().hedge() == null) { // the end of one of several attempts at once is not the task's
            events.publish(new TaskEvent.TaskCancelled(e.task(), e.tenant(), "submitting"));
        }
    }
}
