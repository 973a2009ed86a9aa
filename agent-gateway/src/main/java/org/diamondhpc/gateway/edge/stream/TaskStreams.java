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
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.signal.Feeds;
import org.diamondhpc.gateway.task.TaskFeeds;
import org.diamondhpc.gateway.task.Tasks;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Tasks as streams. */
@Path("/v1/tasks")
@Authenticated
@RunOnVirtualThread
@Tag(name = "tasks")
public class TaskStreams {
    private final TaskFeeds tasks;
    private final SseFeeds feeds;
    private final CallerSource callers;

    TaskStreams(TaskFeeds tasks, SseFeeds feeds, CallerSource callers) {
        this.tasks = tasks;
        this.feeds = feeds;
        this.callers = callers;
    }

    @GET
    @Path("{id}/events")
    @Blocking
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(operationId = "taskEventStream", summary = "What happens to a task, live",
            description = "Events of the name `event`, numbered; the stream ends with the task.")
    public Multi<OutboundSseEvent> events(@PathParam("id") String id,
            @HeaderParam(HttpHeaders.LAST_EVENT_ID_HEADER) String lastEventId, @QueryParam("after") String after,
            @Context Sse sse) {
        Feeds.Source<Integer, JournalEntry> source = tasks.events(callers.caller(), Params.task(id),
                (int) SseFeeds.position(lastEventId, after));
        return feeds.follow(sse, source.map(e -> SseFeeds.event(sse, "event", Integer.toString(e.seq()), e)));
    }
}
