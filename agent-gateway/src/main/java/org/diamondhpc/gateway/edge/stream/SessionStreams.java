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
import java.util.List;
import java.util.Optional;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.wake.Waits;
import org.diamondhpc.gateway.wake.WakeView;
import org.diamondhpc.schemas.id.SessionId;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** A session's wakes as a stream. */
@Path("/v1/sessions")
@Authenticated
@RunOnVirtualThread
@Tag(name = "sessions")
public class SessionStreams {
    private static final int PAGE = 100;

    private final Sessions sessions;
    private final Waits waits;
    private final Feeds feeds;
    private final CallerSource callers;

    SessionStreams(Sessions sessions, Waits waits, Feeds feeds, CallerSource callers) {
        this.sessions = sessions;
        this.waits = waits;
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
        Caller caller = callers.caller();
        SessionId session = Params.session(id);
        SessionView view = sessions.get(caller, session);
        long from = lastEventId == null && after == null ? view.acked() : Feeds.position(lastEventId, after);
        return feeds.follow(sse, "session:" + session, false, from, position -> {
            List<WakeView> found = waits.wakes(caller, session, position, PAGE);
            return found.isEmpty() ? Optional.empty() : Optional.of(new Feeds.Step<>(found.stream()
                    .map(w -> Feeds.event(sse, "wake", Long.toString(w.number()), w)).toList(),
                    found.getLast().number(), false));
        });
    }
}
