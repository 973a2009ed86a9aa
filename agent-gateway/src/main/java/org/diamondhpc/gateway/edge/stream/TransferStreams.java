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
import org.diamondhpc.gateway.signal.Feeds;
import org.diamondhpc.gateway.transfer.Transfers;
import org.diamondhpc.schemas.id.TransferId;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** A transfer's events as a stream. */
@Path("/v1/transfers")
@Authenticated
@RunOnVirtualThread
@Tag(name = "transfers")
public class TransferStreams {
    private static final int PAGE = 200;

    private final Transfers transfers;
    private final SseFeeds feeds;
    private final CallerSource callers;

    TransferStreams(Transfers transfers, SseFeeds feeds, CallerSource callers) {
        this.transfers = transfers;
        this.feeds = feeds;
        this.callers = callers;
    }

    @GET
    @Path("{id}/events")
    @Blocking
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(operationId = "transferEventStream", summary = "What happens to a transfer, live",
            description = "Events of the name `event`, numbered; the stream ends with the transfer.")
    public Multi<OutboundSseEvent> events(@PathParam("id") String id,
            @HeaderParam(HttpHeaders.LAST_EVENT_ID_HEADER) String lastEventId, @QueryParam("after") String after,
            @Context Sse sse) {
        Caller caller = callers.caller();
        TransferId transfer = Params.transfer(id);
        transfers.get(caller, transfer);
        Feeds.Source<Integer, JournalEntry> source = new Feeds.Source<>("transfer:" + transfer, true,
                (int) SseFeeds.position(lastEventId, after), from -> {
            List<JournalEntry> found = transfers.events(caller, transfer, from, PAGE);
            return found.isEmpty() ? Optional.empty() : Optional.of(new Feeds.Step<>(found, found.getLast().seq(),
                    found.size() < PAGE && transfers.get(caller, transfer).state().ended()));
        });
        return feeds.follow(sse, source.map(e -> SseFeeds.event(sse, "event", Integer.toString(e.seq()), e)));
    }
}
