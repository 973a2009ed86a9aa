package org.diamondhpc.gateway.edge.rest;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.workspace.Catalogue;
import org.diamondhpc.gateway.workspace.Notes;
import org.diamondhpc.gateway.workspace.WorkspaceFile;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Workspaces and their notes over HTTP; the files' bytes are {@link FilesResource}'s. */
@Path("/v1/workspaces")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "workspaces")
public class WorkspacesResource {
    private final Catalogue catalogue;
    private final Notes notes;
    private final CallerSource callers;

    WorkspacesResource(Catalogue catalogue, Notes notes, CallerSource callers) {
        this.catalogue = catalogue;
        this.notes = notes;
        this.callers = callers;
    }

    @GET
    @Operation(operationId = "listWorkspaces", summary = "Workspaces with something in them")
    public Page<Catalogue.WorkspaceSummary> workspaces() {
        return new Page<>(catalogue.workspaces(callers.caller().tenant()), null);
    }

    @GET
    @Path("{ws}/files")
    @Operation(operationId = "listFiles", summary = "Files by name, with copies, checksums and origin")
    public Page<WorkspaceFile> files(@PathParam("ws") String ws, @QueryParam("prefix") String prefix,
            @QueryParam("cursor") String cursor, @QueryParam("limit") String limit) {
        return catalogue.list(callers.caller().tenant(), Params.workspace(ws),
                prefix == null ? "" : Params.plain("prefix", prefix), cursor, Params.limit(limit));
    }

    @GET
    @Path("{ws}/notes")
    @Operation(operationId = "listNotes", summary = "Notes by key, without their text")
    public Page<Notes.Note> notes(@PathParam("ws") String ws, @QueryParam("cursor") String cursor,
            @QueryParam("limit") String limit) {
        return notes.list(callers.caller(), Params.workspace(ws), cursor, Params.limit(limit));
    }

    @GET
    @Path("{ws}/notes/{key}")
    @Produces(MediaType.TEXT_PLAIN + ";charset=utf-8")
    @Operation(operationId = "getNote", summary = "A note's text")
    public Response note(@PathParam("ws") String ws, @PathParam("key") String key,
            @HeaderParam(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch) {
        Notes.Note note = notes.get(callers.caller(), Params.workspace(ws), key);
        String etag = ETags.of(note.version());
        Response.ResponseBuilder answer = ETags.matches(ifNoneMatch, etag) ? Response.notModified()
                : Response.ok(note.content(), MediaType.TEXT_PLAIN_TYPE.withCharset("utf-8"));
        return answer.header(HttpHeaders.ETAG, etag).build();
    }

    @PUT
    @Path("{ws}/notes/{key}")
    @Operation(operationId = "putNote", summary = "Write a note, at most 256 KiB of UTF-8",
            description = "With If-Match only over the version seen; with If-None-Match: * only a new one; else 409.")
    @RequestBody(content = @Content(mediaType = MediaType.TEXT_PLAIN, schema = @Schema(implementation = String.class)))
    @APIResponse(responseCode = "200", description = "Written",
            content = @Content(schema = @Schema(implementation = Notes.Note.class)))
    public Response put(@PathParam("ws") String ws, @PathParam("key") String key, InputStream body,
            @HeaderParam(HttpHeaders.IF_MATCH) String ifMatch,
            @HeaderParam(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch) {
        Caller caller = callers.writer();
        String text = Bodies.text(Bodies.bytes(body, Notes.MAX_BYTES));
        Integer expected = "*".equals(ifNoneMatch) ? Integer.valueOf(0) : ETags.version(ifMatch);
        Notes.Note note = notes.put(caller, Params.workspace(ws), key, text, expected);
        return Response.ok(new Notes.Note(note.key(), null, note.version(), note.changedAt()))
                .header(HttpHeaders.ETAG, ETags.of(note.version())).build();
    }

    @DELETE
    @Path("{ws}/notes/{key}")
    @Operation(operationId = "deleteNote", summary = "Remove a note")
    public void delete(@PathParam("ws") String ws, @PathParam("key") String key) {
        notes.delete(callers.writer(), Params.workspace(ws), key);
    }
}
