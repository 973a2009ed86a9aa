package org.diamondhpc.gateway.edge.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.handover.Chapter;
import org.diamondhpc.gateway.handover.Handovers;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Answer;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.policy.Idempotency;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.schemas.id.SessionId;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Sessions over HTTP. */
@Path("/v1/sessions")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "sessions")
public class SessionsResource {
    static final String PATH = "/v1/sessions/";
    private static final String MERGE_PATCH = "application/merge-patch+json";

    private final Sessions sessions;
    private final Idempotency idempotency;
    private final CallerSource callers;
    private final Handovers handovers;

    SessionsResource(Sessions sessions, Idempotency idempotency, CallerSource callers, Handovers handovers) {
        this.sessions = sessions;
        this.idempotency = idempotency;
        this.callers = callers;
        this.handovers = handovers;
    }

    /** A session to be opened; {@code context} is what the agent wants to find again. */
    record NewSession(String title, JsonNode context) {
    }

    /** A change; the notes are merged (RFC 7396). */
    record SessionPatch(String title, JsonNode notes) {
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "openSession", summary = "Open a session")
    @RequestBody(content = @Content(schema = @Schema(implementation = NewSession.class)))
    @APIResponse(responseCode = "201", description = "Open",
            content = @Content(schema = @Schema(implementation = SessionView.class)))
    public Response open(InputStream body, @HeaderParam(Answers.IDEMPOTENCY_KEY) String key) {
        Caller caller = callers.writer();
        byte[] bytes = Bodies.bytes(body, Bodies.MAX);
        NewSession asked = Bodies.as(bytes, NewSession.class);
        String title = asked.title() == null ? "" : asked.title();
        return Answers.of(idempotency.once(caller, key, Answers.fingerprint("POST", PATH, bytes), () -> {
            SessionView s = sessions.open(caller, title, asked.context());
            return Answer.of(201, PATH + s.id(), ETags.of(s.version()), s);
        }));
    }

    @GET
    @Operation(operationId = "listSessions", summary = "List sessions, newest first")
    public Page<SessionView> list(@QueryParam("cursor") String cursor, @QueryParam("limit") String limit) {
        return sessions.list(callers.caller(), cursor, Params.limit(limit));
    }

    @GET
    @Path("{id}")
    @Operation(operationId = "getSession", summary = "A session with its context and notes")
    @APIResponse(responseCode = "200", description = "The session",
            content = @Content(schema = @Schema(implementation = SessionView.class)))
    public Response get(@PathParam("id") String id, @HeaderParam(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch) {
        SessionView s = sessions.get(callers.caller(), Params.session(id));
        return Answers.current(s, ETags.of(s.version()), ifNoneMatch);
    }

    @PATCH
    @Path("{id}")
    @Consumes({MediaType.APPLICATION_JSON, MERGE_PATCH})
    @Operation(operationId = "patchSession", summary = "Merge into the notes (RFC 7396), or rename",
            description = "With If-Match only where nobody else changed it; else 409.")
    @RequestBody(content = @Content(schema = @Schema(implementation = SessionPatch.class)))
    @APIResponse(responseCode = "200", description = "Changed",
            content = @Content(schema = @Schema(implementation = SessionView.class)))
    public Response patch(@PathParam("id") String id, InputStream body,
            @HeaderParam(HttpHeaders.IF_MATCH) String ifMatch) {
        Caller caller = callers.writer();
        SessionPatch patch = Bodies.as(Bodies.bytes(body, Bodies.MAX), SessionPatch.class);
        SessionView s = sessions.change(caller, Params.session(id), patch.title(),
                patch.notes(), ETags.version(ifMatch));
        return Answers.current(s, ETags.of(s.version()), null);
    }

    @POST
    @Path("{id}/close")
    @Operation(operationId = "closeSession", summary = "Close a session; its tasks go on")
    public SessionView close(@PathParam("id") String id) {
        return sessions.close(callers.writer(), Params.session(id));
    }

    @GET
    @Path("{id}/events")
    @Operation(operationId = "sessionEvents", summary = "What was called in a session, in order")
    public Page<JournalEntry> events(@PathParam("id") String id, @QueryParam("after") String after,
            @QueryParam("limit") String limit) {
        return new Page<>(sessions.events(callers.caller(), Params.session(id),
                (int) Params.number("after", after, 0, 0, Integer.MAX_VALUE), Params.limit(limit)), null);
    }

    @GET
    @Path("{id}/journal")
    @Operation(operationId = "sessionJournal", summary = "Everything that happened in a session, oldest first",
            description = "For an agent that takes it over: skill calls with results, tasks with placements and their "
                    + "reasons, files, waits and wakes; the first page also holds notes and open waits.")
    public Chapter journal(@PathParam("id") String id, @QueryParam("cursor") String cursor,
            @QueryParam("limit") String limit) {
        return handovers.read(callers.caller(), Params.session(id), cursor, Params.limit(limit));
    }

    static String path(SessionId session) {
        return PATH + session;
    }
}
