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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.task.TaskSummary;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.schemas.id.TaskId;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** All of a tenant's tasks as one stream, for dashboards. */
@Path("/v1/stream")
@Authenticated
@RunOnVirtualThread
@Tag(name = "tasks")
public class TenantStream {
    private static final int PAGE = 200;
    /** A change is stamped before its commit; this much later it has been seen. What was sent is asked for again. */
    private static final Duration OVERLAP = Duration.ofSeconds(5);

    private final Tasks tasks;
    private final Feeds feeds;
    private final CallerSource callers;
    private final Clock clock;

    TenantStream(Tasks tasks, Feeds feeds, CallerSource callers, Clock clock) {
        this.tasks = tasks;
        this.feeds = feeds;
        this.callers = callers;
        this.clock = clock;
    }

    @GET
    @Blocking
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(operationId = "taskStream", summary = "Every change of every task of the tenant, live",
            description = "Events of the name `task`: the task on one line. For dashboards; it begins with now.")
    public Multi<OutboundSseEvent> all(@Context Sse sse) {
        Caller caller = callers.caller();
        Map<TaskId, TaskSummary> sent = new HashMap<>();
        return feeds.follow(sse, "tenant:" + caller.tenant(), true, clock.instant(), from -> {
            sent.values().removeIf(t -> t.changedAt().isBefore(from.minus(OVERLAP)));
            List<TaskSummary> found = tasks.changedSince(caller, from.minus(OVERLAP), sent.size() + PAGE).stream()
                    .filter(t -> !sent.containsKey(t.id()) || t.version() > sent.get(t.id()).version()).toList();
            if (found.isEmpty()) {
                return Optional.empty();
            }
            Instant last = found.getLast().changedAt();
            found.forEach(t -> sent.put(t.id(), t));
            return Optional.of(new Feeds.Step<>(found.stream().map(t -> Feeds.event(sse, "task", null, t)).toList(),
                    last.isAfter(from) ? last : from, false));
        });
    }
}
