package org.diamondhpc.gateway.edge.rest;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Answer;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.policy.Idempotency;
import org.diamondhpc.gateway.transfer.TransferView;
import org.diamondhpc.gateway.transfer.Transfers;
import org.diamondhpc.gateway.transfer.domain.TransferState;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Transfers over HTTP. */
@Path("/v1/transfers")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "transfers")
public class TransfersResource {
    private static final String PATH = "/v1/transfers/";

    private final Transfers transfers;
    private final Idempotency idempotency;
    private final CallerSource callers;

    TransfersResource(Transfers transfers, Idempotency idempotency, CallerSource callers) {
        this.transfers = transfers;
        this.idempotency = idempotency;
        this.callers = callers;
    }

    /**
     * Files to move: each from and to {@code ws://WORKSPACE/path} or {@code SITE:/path}.
     *
     * @param move delete at its source what has arrived and was found equal there; absent: no
     */
    record NewTransfer(List<TransferView.Item> items, SessionId session, Boolean move) {
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "requestTransfer", summary = "Move files")
    @RequestBody(content = @Content(schema = @Schema(implementation = NewTransfer.class)))
    @APIResponse(responseCode = "202", description = "Asked for",
            content = @Content(schema = @Schema(implementation = TransferView.class)))
    public Response request(InputStream body, @HeaderParam(Answers.IDEMPOTENCY_KEY) String key) {
        Caller caller = callers.writer();
        byte[] bytes = Bodies.bytes(body, Bodies.MAX);
        NewTransfer asked = Bodies.as(bytes, NewTransfer.class);
        List<TransferView.Item> items = whole(asked.items());
        return Answers.of(idempotency.once(caller, key, Answers.fingerprint("POST", PATH, bytes), () ->
                accepted(transfers.request(caller, asked.session(), items, Boolean.TRUE.equals(asked.move())))));
    }

    @GET
    @Operation(operationId = "listTransfers", summary = "List transfers, newest first")
    public Page<TransferView> list(@QueryParam("state") String state, @QueryParam("cursor") String cursor,
            @QueryParam("limit") String limit) {
        return transfers.list(callers.caller(), Params.word("state", state, TransferState.class), cursor,
                Params.limit(limit));
    }

    @GET
    @Path("{id}")
    @Operation(operationId = "getTransfer", summary = "All that is known of a transfer")
    @APIResponse(responseCode = "200", description = "The transfer",
            content = @Content(schema = @Schema(implementation = TransferView.class)))
    public Response get(@PathParam("id") String id, @HeaderParam(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch) {
        TransferView t = transfers.get(callers.caller(), Params.transfer(id));
        return Answers.current(t, ETags.of(t.version()), ifNoneMatch);
    }

    @GET
    @Path("{id}/events")
    @Operation(operationId = "transferEvents", summary = "What happened to a transfer, in order",
            description = "With Accept: text/event-stream as a stream that resumes by Last-Event-ID.")
    public Page<JournalEntry> events(@PathParam("id") String id, @QueryParam("after") String after,
            @QueryParam("limit") String limit) {
        return new Page<>(transfers.events(callers.caller(), Params.transfer(id),
                (int) Params.number("after", after, 0, 0, Integer.MAX_VALUE), Params.limit(limit)), null);
    }

    @DELETE
    @Path("{id}")
    @Operation(operationId = "deleteTransfer", summary = "Ask for a transfer to be stopped; the same as cancel")
    public Response delete(@PathParam("id") String id) {
        return cancel(id);
    }

    @POST
    @Path("{id}/cancel")
    @Operation(operationId = "cancelTransfer", summary = "Ask for a transfer to be stopped; what arrived stays")
    @APIResponse(responseCode = "202", description = "Asked for",
            content = @Content(schema = @Schema(implementation = TransferView.class)))
    public Response cancel(@PathParam("id") String id) {
        return Answers.of(accepted(transfers.cancel(callers.writer(), Params.transfer(id))));
    }

    private static List<TransferView.Item> whole(List<TransferView.Item> items) {
        List<Violation> violations = new ArrayList<>();
        List<TransferView.Item> all = items == null ? List.of() : items;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i) == null || all.get(i).from() == null || all.get(i).to() == null) {
                violations.add(new Violation("/items/" + i, "give from and to"));
            }
        }
        if (!violations.isEmpty()) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, violations));
        }
        return all;
    }

    private static Answer accepted(TransferView transfer) {
        return Answer.of(202, PATH + transfer.id(), ETags.of(transfer.version()), transfer);
    }
}
