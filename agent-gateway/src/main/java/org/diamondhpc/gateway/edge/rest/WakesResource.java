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
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Answer;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.policy.Idempotency;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.wake.WaitView;
import org.diamondhpc.gateway.wake.Waits;
import org.diamondhpc.gateway.wake.WakeReader;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Waits and wakes over HTTP. */
@Path("/v1/sessions")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "sessions")
public class WakesResource {
    private final Waits waits;
    private final Sessions sessions;
    private final Idempotency idempotency;
    private final CallerSource callers;
    private final WakeReader reader;
    private final GatewayConfig config;
    private final Clock clock;

    WakesResource(Waits waits, Sessions sessions, Idempotency idempotency, CallerSource callers, WakeReader reader,
            GatewayConfig config, Clock clock) {
        this.waits = waits;
        this.sessions = sessions;
        this.idempotency = idempotency;
        this.callers = callers;
        this.reader = reader;
        this.config = config;
        this.clock = clock;
    }

    /** Every wake up to this number was seen. */
    record Acknowledgement(Long upTo) {
    }

    @POST
    @Path("{id}/waits")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "park", summary = "Sleep until something has happened",
            description = "Where it has happened already the wait is fulfilled at once.")
    @RequestBody(content = @Content(schema = @Schema(implementation = WaitRequest.class)))
    @APIResponse(responseCode = "201", description = "Parked, or fulfilled already",
            content = @Content(schema = @Schema(implementation = WaitView.class)))
    public Response park(@PathParam("id") String id, InputStream body,
            @HeaderParam(Answers.IDEMPOTENCY_KEY) String key) {
        Caller caller = callers.writer();
        SessionId session = Params.session(id);
        byte[] bytes = Bodies.bytes(body, Bodies.MAX);
        Condition condition = Bodies.as(bytes, WaitRequest.class).condition(clock.instant());
        String path = SessionsResource.path(session) + "/waits";
        return Answers.of(idempotency.once(caller, key, Answers.fingerprint("POST", path, bytes), () -> {
            WaitView wait = waits.park(caller, session, condition);
            return Answer.of(201, path + "/" + wait.id(), null, wait);
        }));
    }

    @GET
    @Path("{id}/waits")
    @Operation(operationId = "listWaits", summary = "What a session waits and waited for, newest first")
    public Page<WaitView> list(@PathParam("id") String id, @QueryParam("cursor") String cursor,
            @QueryParam("limit") String limit) {
        return waits.list(callers.caller(), Params.session(id), cursor, Params.limit(limit));
    }

    @GET
    @Path("{id}/waits/{wait}")
    @Operation(operationId = "getWait", summary = "A wait")
    public WaitView get(@PathParam("id") String id, @PathParam("wait") String wait) {
        return waits.get(callers.caller(), Params.session(id), Params.wait(wait));
    }

    @DELETE
    @Path("{id}/waits/{wait}")
    @Operation(operationId = "cancelWait", summary = "Give up waiting; there will be no wake")
    public WaitView cancel(@PathParam("id") String id, @PathParam("wait") String wait) {
        return waits.cancel(callers.writer(), Params.session(id), Params.wait(wait));
    }

    @GET
    @Path("{id}/wakes")
    @Operation(operationId = "wakes", summary = "Wakes after a number, oldest first",
            description = "Without `after`: after the last acknowledged one. With wait=S the answer comes with the "
                    + "next wake, at the latest after S seconds (50). Wakes come again until they are acknowledged.")
    @APIResponse(responseCode = "200", description = "Wakes; none after the time is up",
            content = @Content(schema = @Schema(implementation = WakeReader.Wakes.class)))
    public WakeReader.Wakes wakes(@PathParam("id") String id, @QueryParam("after") String after,
            @QueryParam("wait") String wait, @QueryParam("limit") String limit) {
        return reader.after(callers.caller(), Params.session(id),
                after == null || after.isEmpty() ? null : Params.number("after", after, 0, 0, Long.MAX_VALUE),
                Duration.ofSeconds(Params.number("wait", wait, 0, 0, config.maxWait().toSeconds())),
                Params.limit(limit));
    }

    @POST
    @Path("{id}/wakes/ack")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "acknowledge", summary = "Every wake up to a number was seen")
    @RequestBody(content = @Content(schema = @Schema(implementation = Acknowledgement.class)))
    public SessionView acknowledge(@PathParam("id") String id, InputStream body) {
        Caller caller = callers.writer();
        Acknowledgement ack = Bodies.as(Bodies.bytes(body, Bodies.MAX), Acknowledgement.class);
        if (ack.upTo() == null || ack.upTo() < 0) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "upTo is a wake's number");
        }
        return sessions.acknowledge(caller, Params.session(id), ack.upTo());
    }
}
