package org.diamondhpc.messaging.fake;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.diamondhpc.messaging.Outbox;
import org.diamondhpc.messaging.OutgoingEvent;

/** Keeps events in the order of their appending; every append counts as committed. */
public final class InMemoryOutbox implements Outbox {
    private final List<OutgoingEvent> events = new CopyOnWriteArrayList<>();

    @Override
    public void append(OutgoingEvent event) {
        events.add(event);
    }

    public List<OutgoingEvent> events() {
        return List.copyOf(events);
    }

    /** The bodies of that class, in order. */
    public <T> List<T> bodies(Class<T> type) {
        return events.stream().map(OutgoingEvent::body).filter(type::isInstance).map(type::cast).toList();
    }
}
