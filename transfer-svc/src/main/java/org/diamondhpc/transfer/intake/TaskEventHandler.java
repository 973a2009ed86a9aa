package org.diamondhpc.transfer.intake;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.diamondhpc.messaging.EventHandler;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.messaging.WorkItem;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.messaging.domain.EventReader;
import org.diamondhpc.messaging.tx.Database;
import org.diamondhpc.messaging.tx.Transactions;
import org.diamondhpc.schemas.event.TaskEvent.AttemptChosen;
import org.diamondhpc.schemas.event.TaskEvent.InputsStaged;
import org.diamondhpc.schemas.event.TaskEvent.JobFinished;
import org.diamondhpc.schemas.event.TaskEvent.OutputsCollected;
import org.diamondhpc.schemas.event.TaskEvent.TaskCancelRequested;
import org.diamondhpc.schemas.event.TaskEvent.TaskCancelled;
import org.diamondhpc.schemas.event.TaskEvent.TaskEnded;
import org.diamondhpc.schemas.event.TaskEvent.TaskForgotten;
import org.diamondhpc.schemas.event.TaskEvent.TaskPlaced;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.task.Staging;
import org.diamondhpc.transfer.domain.Harvest;
import org.diamondhpc.transfer.globus.Consignments;
import org.diamondhpc.transfer.work.CleanWork;
import org.diamondhpc.transfer.work.CollectWork;
import org.diamondhpc.transfer.work.StageWork;
import org.diamondhpc.transfer.work.ToldStreams;

/** What this service does about a task's events; runs in the transaction of the intake. */
@ApplicationScoped
class TaskEventHandler implements EventHandler {
    static final Predicate<ReceivedEvent> WANTED = EventReader.anyOf(TaskPlaced.class, JobFinished.class,
            TaskCancelRequested.class, AttemptChosen.class, TaskEnded.class, TaskForgotten.class);
    private static final Predicate<ReceivedEvent> MINDS_A_STOP = EventReader.anyOf(TaskPlaced.class,
            TaskCancelRequested.class, TaskEnded.class);
    /** How this service's stage is called in a cancellation. */
    static final String STAGE = "staging";
    /** Time for a worker to notice that its row is gone, before its traces are removed. */
    private static final Duration NOTICE = Duration.ofSeconds(15);

    private final WorkQueue queue;
    private final ToldStreams toldStreams;
    private final Consignments globus;
    private final EventPublisher events;
    private final Transactions transactions;
    private final Database database;
    private final Clock clock;

    TaskEventHandler(WorkQueue queue, ToldStreams toldStreams, Consignments globus, EventPublisher events,
            Transactions transactions, Database database, Clock clock) {
        this.database = database;
        this.transactions = transactions;
        this.queue = queue;
        this.toldStreams = toldStreams;
        this.globus = globus;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public void expect(List<ReceivedEvent> expected) {
        List<String> tasks = expected.stream().filter(MINDS_A_STOP).map(ReceivedEvent::key)
                .filter(Objects::nonNull).distinct().toList();
        stopped().addAll(CancelledTask.among(tasks));
    }

    /** Of the tasks of this transaction's events those that somebody wants stopped. */
    private Set<String> stopped() {
        return transactions.attached(this, HashSet::new);
    }

    @Override
    public void handle(ReceivedEvent received) {
        EventReader.task(received).ifPresent(this::handle);
    }

    private void handle(TaskEvent event) {
        switch (event) {
            case TaskPlaced placed -> placed(placed);
            case JobFinished finished -> finished(finished);
            case TaskCancelRequested cancel -> cancel(cancel);
            case AttemptChosen choice -> choice.dropped().forEach(other -> drop(other.toString(), choice.tenant()));
            case TaskEnded ended -> ended(ended.task());
            case TaskForgotten forgotten -> AttemptPlace.forget(forgotten.task()).forEach(clean ->
                    queue.enqueue(new NewWork(CleanWork.KIND, clean.attempt().toString(), clean.lane(), clean)));
            default -> { }
        }
    }

    private void placed(TaskPlaced placed) {
        if (stopped().contains(placed.task().value())) {
            if (placed.order().hedge() == null) { // the end of one of several attempts at once is not the task's
                events.publish(new TaskCancelled(placed.task(), placed.tenant(), STAGE));
            }
            return;
        }
        Instant now = clock.instant();
        database.with(connection -> {
            AttemptPlace.remember(connection, placed, now);
            return null;
        });
        if (placed.order().inputs().isEmpty()) {
            events.publish(new InputsStaged(placed.order(), placed.placement(), Staging.nothing()));
        } else {
            // a row that is still there is of an attempt that was given up
            queue.cancel(StageWork.KIND, StageWork.key(placed.order()));
            queue.enqueue(new NewWork(StageWork.KIND, StageWork.key(placed.order()), placed.placement().site().value(),
                    StageWork.begin(placed.order(), placed.placement())));
        }
    }

    private void finished(JobFinished finished) {
        Optional<Harvest> told = toldStreams.of(finished);
        if (told.isPresent()) {
            events.publish(new OutputsCollected(finished.order(), finished.placement(), finished.job(),
                    finished.outcome(), told.get().outputs(), told.get().missing(), told.get().problem()));
        } else {
            queue.enqueue(collect(finished));
        }
    }

    private static NewWork collect(JobFinished finished) {
        CollectWork work = new CollectWork(finished.order(), finished.placement(), finished.job(), finished.outcome(),
                null, 0, null);
        return new NewWork(CollectWork.KIND, finished.order().attemptId().toString(), work.lane(), work);
    }

    private void ended(TaskId task) {
        if (stopped().remove(task.value())) {
            CancelledTask.deleteById(task.value());
        }
    }

    private void cancel(TaskCancelRequested cancel) {
        if (stopped().add(cancel.task().value())) {
            CancelledTask remembered = new CancelledTask();
            remembered.task = cancel.task().value();
            remembered.requestedAt = clock.instant();
            remembered.persist();
        }
        if (drop(cancel.task().value(), cancel.tenant())) {
            events.publish(new TaskCancelled(cancel.task(), cancel.tenant(), STAGE));
        }
        AttemptPlace.of(cancel.task()).forEach(attempt -> drop(attempt, cancel.tenant()));
    }

    /** Gives up a staging, and what is left of it. @return whether there was one */
    private boolean drop(String key, TenantId tenant) {
        Optional<WorkItem> row = queue.find(StageWork.KIND, key);
        if (row.isEmpty() || !queue.cancel(StageWork.KIND, key)) {
            return false;
        }
        globus.abandoned(tenant);
        StageWork staging = row.get().payload(StageWork.class);
        CleanWork clean = new CleanWork(staging.placement().site(), staging.placement().user(),
                staging.order().tenant(), staging.order().attemptId(), false);
        queue.enqueue(new NewWork(CleanWork.KIND, staging.order().attemptId().toString(),
                clean.lane(), clean, clock.instant().plus(NOTICE)));
        return true;
    }
}
