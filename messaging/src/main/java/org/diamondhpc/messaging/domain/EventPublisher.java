package org.diamondhpc.messaging.domain;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Map;
import org.diamondhpc.messaging.Outbox;
import org.diamondhpc.messaging.OutgoingEvent;
import org.diamondhpc.schemas.event.Event;
import org.diamondhpc.schemas.event.EventTypes;
import org.diamondhpc.schemas.id.IdSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Appends Diamond's own events to the outbox of the current transaction, as CloudEvents. */
@ApplicationScoped
public class EventPublisher {
    private final Outbox outbox;
    private final IdSource ids;
    private final Clock clock;
    private final String source;

    public EventPublisher(Outbox outbox, IdSource ids, Clock clock,
            @ConfigProperty(name = "quarkus.application.name") String service) {
        this.outbox = outbox;
        this.ids = ids;
        this.clock = clock;
        this.source = "/diamond/" + service;
    }

    /** @throws IllegalStateException where no transaction is active */
    public void publish(Event event) {
        outbox.append(new OutgoingEvent(ids.event(), event.topic().topic(), event.subject(), EventTypes.of(event),
                event.subject(), source, clock.instant(), event, Map.of()));
    }
}
