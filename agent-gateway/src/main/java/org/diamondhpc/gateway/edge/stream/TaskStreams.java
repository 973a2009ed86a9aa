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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.task.TaskSummary;
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
    /** A change is stamped before its commit; this much later it has been seen. */
    private static final Duration OVERLAP = Duration.ofSeconds(5);
    private static final String ENDED = EventTypes.of(TaskEvent.TaskEnded.class);

    private final Tasks tasks;
    private final Feeds feeds;
    private final CallerSource callers;
    private final Clock clock;

    TaskStreams(Tasks tasks, Feeds feeds, CallerSource callers, Clock clock) {
        this.tasks = tasks;
        this.feeds = feeds;
        this.callers = callers;
        this.clock = clock;
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

    @GET
    @Blocking
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(operationId = "taskStream", summary = "Every change of every task of the tenant, live",
            description = "Events of the name `task`: the task on one line. For dashboards; it begins with now.")
    public Multi<OutboundSseEvent> all(@Context Sse sse) {
        Caller caller = callers.caller();
        Map<TaskId, Integer> sent = new HashMap<>();
        return feeds.follow(sse, "tenant:" + caller.tenant(), true, clock.instant(), from -> {
            List<TaskSummary> found = tasks.changedSince(caller, from.minus(OVERLAP), PAGE).stream()
                    .filter(t -> t.version() > sent.getOrDefault(t.id(), 0)).toList();
            if (found.isEmpty()) {
                return Optional.empty();
            }
            Instant next = found.getLast().changedAt().isAfter(from) ? found.getLast().changedAt() : from;
            found.forEach(t -> sent.put(t.id(), t.version()));
            return Optional.of(new Feeds.Step<>(found.stream().map(t -> Feeds.event(sse, "task", null, t)).toList(),
                    next, false));
        });
    }
}
