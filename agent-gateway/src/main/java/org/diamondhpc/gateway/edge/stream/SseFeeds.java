package org.diamondhpc.gateway.edge.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.smallrye.mutiny.Multi;
import jakarta.inject.Singleton;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.io.UncheckedIOException;
import java.util.List;
import org.diamondhpc.gateway.signal.Feeds;
import org.diamondhpc.schemas.DiamondJson;

/** Feeds as server-sent events; a silent one sends a comment now and then. */
@Singleton
class SseFeeds {
    private final Feeds feeds;

    SseFeeds(Feeds feeds) {
        this.feeds = feeds;
    }

    <P> Multi<OutboundSseEvent> follow(Sse sse, Feeds.Source<P, OutboundSseEvent> source) {
        return feeds.follow(source, () -> List.of(sse.newEventBuilder().comment("").build()));
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
