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
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.schemas.event.EventTypes;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.TaskId;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Tasks as streams. */
@Path("/v1/tasks")
@Authenticated
@RunOnVirtualThread
@Tag(name = "tasks")
public class TaskStreams {
    private static final int PAGE = 200;
    private static final String ENDED = EventTypes.of(TaskEvent.TaskEnded.class);

    private final Tasks tasks;
    private final Feeds feeds;
    private final CallerSource callers;

    TaskStreams(Tasks tasks, Feeds feeds, CallerSource callers) {
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
        Caller caller = callers.caller();
        TaskId task = Params.task(id);
        tasks.get(caller, task, false);
        return feeds.follow(sse, "task:" + task, true, (int) Feeds.position(lastEventId, after), from -> {
            List<JournalEntry> found = tasks.events(caller, task, from, PAGE);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            boolean ended = found.stream().anyMatch(e -> e.type().equals(ENDED));
            return Optional.of(new Feeds.Step<>(found.stream()
                    .map(e -> Feeds.event(sse, "event", Integer.toString(e.seq()), e)).toList(),
                    found.getLast().seq(), ended));
        });
    }
}
