package org.diamondhpc.messaging.domain;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.schemas.event.Event;
import org.diamondhpc.schemas.event.EventTypes;
import org.diamondhpc.schemas.event.TaskEvent;

/** Reads Diamond's own events from what came in; types of newer versions are passed over. */
public final class EventReader {
    private EventReader() {
    }

    /** Empty for a type this version does not know. */
    public static Optional<Event> read(ReceivedEvent received) {
        return EventTypes.named(received.type()).map(received::body);
    }

    /** Tells events of these types by their headers alone. */
    @SafeVarargs
    public static Predicate<ReceivedEvent> anyOf(Class<? extends Event>... types) {
        Set<String> names = new HashSet<>();
        for (Class<? extends Event> type : types) {
            names.add(EventTypes.of(type));
        }
        return received -> names.contains(received.type());
    }

    public static Optional<TaskEvent> task(ReceivedEvent received) {
        return read(received).filter(TaskEvent.class::isInstance).map(TaskEvent.class::cast);
    }
}
