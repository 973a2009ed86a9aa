package org.diamondhpc.gateway.intake;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.task.TaskProgress;
import org.diamondhpc.gateway.workspace.Catalogue;
import org.diamondhpc.messaging.EventHandler;
import org.diamondhpc.messaging.Intake;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.messaging.domain.EventReader;
import org.diamondhpc.schemas.event.TaskEvent;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** ②–⑥ The life of every task. The catalogue is first: who is woken by an end finds the outputs there. */
@ApplicationScoped
class TaskEventsConsumer {
    private static final String CONSUMER = "agent-gateway";

    private final Intake intake;
    private final TaskProgress tasks;
    private final Catalogue catalogue;

    TaskEventsConsumer(Intake intake, TaskProgress tasks, Catalogue catalogue) {
        this.intake = intake;
        this.tasks = tasks;
        this.catalogue = catalogue;
    }

    @Incoming("task-events")
    @RunOnVirtualThread
    void consume(ConsumerRecords<String, byte[]> records) {
        intake.acceptTogether(CONSUMER, records, Journal::foreign, events -> {
            tasks.begin(events);
            return new Handling();
        });
    }

    /** One transaction's events. */
    private final class Handling implements EventHandler {
        private final List<Catalogue.Left> left = new ArrayList<>();

        @Override
        public void handle(ReceivedEvent received) {
            EventReader.task(received).ifPresent(event -> {
                if (event instanceof TaskEvent.OutputsCollected collected && tasks.owns(collected)) {
                    left.add(new Catalogue.Left(collected, received.time()));
                }
                tasks.on(event, received);
            });
        }

        @Override
        public void finish() {
            catalogue.on(left);
            tasks.finish();
        }
    }
}
