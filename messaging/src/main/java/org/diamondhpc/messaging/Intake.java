package org.diamondhpc.messaging;

import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/**
 * What a service's {@code @Incoming} method calls, and all that method does.
 *
 * <pre>{@code
 * @Incoming("task-events")
 * @RunOnVirtualThread
 * void consume(ConsumerRecords<String, byte[]> records) {
 *     intake.accept("submit-svc", records, this::handle);
 * }
 * }</pre>
 *
 * <p>with, in {@code application.properties}, only what is the channel's own (the rest is in this module's
 * {@code microprofile-config.properties}):
 *
 * <pre>{@code
 * mp.messaging.incoming.task-events.connector=smallrye-kafka
 * mp.messaging.incoming.task-events.topic=diamond.task.events.v1
 * mp.messaging.incoming.task-events.group.id=submit-svc
 * }</pre>
 */
public interface Intake {
    /**
     * Handles a polled batch: in one transaction where all goes well (or in a few, {@code diamond.intake.lanes}, each with
     * whole partitions), else one by one, each in its own transaction.
     * Events this consumer has handled before are passed over. What cannot be handled goes to {@code <topic>.dlq}.
     * Returns when every record is dealt with, so the offsets may be committed. Where the database is away it waits
     * for it: nothing is dead-lettered for that, and the connector stops polling meanwhile.
     *
     * @param consumer the name under which the inbox remembers what was handled; one a consumer group
     * @param wanted which events the handler does anything about; the others are passed over before they cost a
     *     transaction, which on a topic that everybody reads is most of them
     * @throws IllegalStateException where the service is shutting down; the batch comes again after the start
     */
    void acceptTogether(String consumer, ConsumerRecords<String, byte[]> records, Predicate<ReceivedEvent> wanted,
            Together together);

    /** Each event for itself, in the order in which they came. */
    default void accept(String consumer, ConsumerRecords<String, byte[]> records, Predicate<ReceivedEvent> wanted,
            EventHandler handler) {
        acceptTogether(consumer, records, wanted, events -> {
            if (!events.isEmpty()) {
                handler.expect(events);
            }
            return handler;
        });
    }

    /** All events are wanted. */
    default void accept(String consumer, ConsumerRecords<String, byte[]> records, EventHandler handler) {
        accept(consumer, records, event -> true, handler);
    }
}
