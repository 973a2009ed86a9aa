package org.diamondhpc.gateway.edge.stream;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Multi;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.signal.Feeds;
import org.diamondhpc.gateway.wake.WakeFeed;
import org.diamondhpc.gateway.wake.WakeView;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** A session's wakes as a stream. */
@Path("/v1/sessions")
@Authenticated
@RunOnVirtualThread
@Tag(name = "sessions")
public class SessionStreams {
    private final WakeFeed wakes;
    private final SseFeeds feeds;
    private final CallerSource callers;

    SessionStreams(WakeFeed wakes, SseFeeds feeds, CallerSource callers) {
        this.wakes = wakes;
        this.feeds = feeds;
        this.callers = callers;
    }

    @GET
    @Path("{id}/stream")
    @Blocking
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(operationId = "wakeStream", summary = "Wakes, live",
            description = "Events of the name `wake`, numbered. Without Last-Event-ID it begins after the last "
                    + "acknowledged wake.")
    public Multi<OutboundSseEvent> wakes(@PathParam("id") String id,
            @HeaderParam(HttpHeaders.LAST_EVENT_ID_HEADER) String lastEventId, @QueryParam("after") String after,
            @Context Sse sse) {
        Long from = lastEventId == null && after == null ? null : SseFeeds.position(lastEventId, after);
        Feeds.Source<Long, WakeView> source = wakes.after(callers.caller(), Params.session(id), from);
        return feeds.follow(sse, source.map(w -> SseFeeds.event(sse, "wake", Long.toString(w.number()), w)));
    }
}
