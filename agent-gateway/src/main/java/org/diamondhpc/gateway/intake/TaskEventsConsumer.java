package org.diamondhpc.gateway.intake;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.task.TaskProgress;
import org.diamondhpc.gateway.wake.Waits;
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
    private final Handling handling;

    TaskEventsConsumer(Intake intake, TaskProgress tasks, Waits waits, Catalogue catalogue) {
        this.intake = intake;
        this.handling = new Handling(tasks, waits, catalogue);
    }

    @Incoming("task-events")
    @RunOnVirtualThread
    void consume(ConsumerRecords<String, byte[]> records) {
        intake.accept(CONSUMER, records, Journal::foreign, handling);
    }

    private record Handling(TaskProgress tasks, Waits waits, Catalogue catalogue) implements EventHandler {
        @Override
        public void expect(List<ReceivedEvent> events) {
            Set<String> expected = events.stream().map(ReceivedEvent::key).filter(Objects::nonNull)
                    .collect(Collectors.toSet());
            tasks.expect(expected);
            waits.expect(expected);
        }

        @Override
        public void handle(ReceivedEvent received) {
            EventReader.task(received).ifPresent(event -> {
                if (event instanceof TaskEvent.OutputsCollected collected && tasks.knows(event)) {
                    catalogue.on(collected, received.time());
                }
                tasks.on(event, received);
            });
        }
    }
}
