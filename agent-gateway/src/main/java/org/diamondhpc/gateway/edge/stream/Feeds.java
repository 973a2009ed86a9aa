package org.diamondhpc.gateway.edge.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.signal.Watch;
import org.diamondhpc.schemas.DiamondJson;

/**
 * Follows a numbered list: reads what comes after a position, sends it, and reads on when the client has taken it, so
 * that a slow client costs no memory.
 */
@Singleton
class Feeds {
    private final Watch watch;
    private final GatewayConfig config;
    private final AtomicInteger open;

    Feeds(Watch watch, GatewayConfig config, MeterRegistry meters) {
        this.watch = watch;
        this.config = config;
        this.open = meters.gauge("diamond.gateway.streams", new AtomicInteger());
    }

    /** What follows a position, with the position after it. */
    record Step<P>(List<OutboundSseEvent> events, P next, boolean last) {
    }

    /**
     * @param recheck whether changes by other replicas give no signal, so that a look now and then is needed
     * @param read the events after a position; empty where there are none yet
     */
    <P> Multi<OutboundSseEvent> follow(Sse sse, String signal, boolean recheck, P from,
            Function<P, Optional<Step<P>>> read) {
        AtomicReference<P> position = new AtomicReference<>(from);
        Duration period = recheck ? config.recheck() : null;
        Uni<Step<P>> next = Uni.createFrom().deferred(() -> watch.until(signal, config.heartbeat(), period,
                () -> read.apply(position.get()))).map(found -> found.orElseGet(() ->
                new Step<>(List.of(sse.newEventBuilder().comment("").build()), position.get(), false)));
        return Multi.createBy().repeating().uni(() -> next.invoke(step -> position.set(step.next()))).whilst(
                        step -> !step.last())
                .onItem().transformToMultiAndConcatenate(step -> Multi.createFrom().iterable(step.events()))
                .onSubscription().invoke(open::incrementAndGet)
                .onTermination().invoke(open::decrementAndGet);
    }

    static OutboundSseEvent event(Sse sse, String name, String id, Object data) {
        OutboundSseEvent.Builder event = sse.newEventBuilder().name(name).data(json(data));
        return (id == null ? event : event.id(id)).build();
    }

    private static String json(Object data) {
        try {
            return DiamondJson.json().writeValueAsString(data);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where a stream goes on; a position that is no number is none. */
    static long position(String lastEventId, String after) {
        String text = lastEventId != null ? lastEventId : after;
        return text != null && text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }
}
