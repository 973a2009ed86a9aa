package org.diamondhpc.gateway.edge.stream;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Multi;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.time.Instant;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.signal.Feeds;
import org.diamondhpc.gateway.task.TaskFeeds;
import org.diamondhpc.gateway.task.TaskSummary;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** All of a tenant's tasks as one stream, for dashboards. */
@Path("/v1/stream")
@Authenticated
@RunOnVirtualThread
@Tag(name = "tasks")
public class TenantStream {
    private final TaskFeeds tasks;
    private final SseFeeds feeds;
    private final CallerSource callers;

    TenantStream(TaskFeeds tasks, SseFeeds feeds, CallerSource callers) {
        this.tasks = tasks;
        this.feeds = feeds;
        this.callers = callers;
    }

    @GET
    @Blocking
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(operationId = "taskStream", summary = "Every change of every task of the tenant, live",
            description = "Events of the name `task`: the task on one line. For dashboards; it begins with now.")
    public Multi<OutboundSseEvent> all(@Context Sse sse) {
        Feeds.Source<Instant, TaskSummary> source = tasks.changes(callers.caller(), tasks.now());
        return feeds.follow(sse, source.map(t -> SseFeeds.event(sse, "task", null, t)));
    }
}
