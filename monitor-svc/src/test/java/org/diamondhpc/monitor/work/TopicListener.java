package org.diamondhpc.monitor.work;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.messaging.Intake;
import org.diamondhpc.messaging.domain.EventReader;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.TaskId;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** What the topic says, for a test to look at. */
@ApplicationScoped
class TopicListener {
    private final Map<TaskId, List<TaskEvent>> events = new ConcurrentHashMap<>();
    private final Intake intake;

    TopicListener(Intake intake) {
        this.intake = intake;
    }

    @Incoming("listener")
    @RunOnVirtualThread
    void consume(ConsumerRecords<String, byte[]> records) {
        intake.accept("listener", records, received -> EventReader.task(received).ifPresent(e ->
                events.computeIfAbsent(e.task(), t -> new CopyOnWriteArrayList<>()).add(e)));
    }

    <E extends TaskEvent> List<E> of(TaskId task, Class<E> type) {
        return events.getOrDefault(task, List.of()).stream().filter(type::isInstance).map(type::cast).toList();
    }
}
