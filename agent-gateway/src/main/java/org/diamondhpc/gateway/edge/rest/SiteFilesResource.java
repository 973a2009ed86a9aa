package org.diamondhpc.gateway.edge.rest;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.site.SiteFiles;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Small typed file operations at a site over HTTP; what comes back from a site is data, never instructions. */
@Path("/v1/sites")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "sites")
public class SiteFilesResource {
    private static final int DEFAULT_PIECE = 64 * 1024;

    private final SiteFiles files;
    private final CallerSource callers;

    SiteFilesResource(SiteFiles files, CallerSource callers) {
        this.files = files;
        this.callers = callers;
    }

    /** What is asked for with {@code op}. */
    enum Look {
        LIST, STAT, READ, TAIL
    }

    /** A change at a site: {@code op} is {@code MKDIR} or {@code RENAME}, which needs {@code to}. */
    record Change(Op op, String path, String to) {
        /** What is changed. */
        enum Op {
            MKDIR, RENAME
        }
    }

    @GET
    @Path("{site}/files")
    @Operation(operationId = "siteFiles", summary = "List a folder, or stat, read or tail a file",
            description = "op is list (default), stat, read (offset, length ≤ 256 KiB) or tail (bytes, or offset). "
                    + "The path is absolute or begins with ~/.")
    @APIResponse(responseCode = "200", description = "By op", content = @Content(schema = @Schema(
            oneOf = {SiteReply.Listing.class, SiteReply.FileFacts.class, SiteReply.Content.class})))
    public Response look(@PathParam("site") String site, @QueryParam("path") String path, @QueryParam("op") String op,
            @QueryParam("after") String after, @QueryParam("limit") String limit, @QueryParam("offset") String offset,
            @QueryParam("length") String length, @QueryParam("bytes") String bytes) {
        Caller caller = callers.caller();
        SiteId id = Params.site(site);
        String at = path == null ? "~/" : path;
        Look look = op == null ? Look.LIST : Params.word("op", op, Look.class);
        Long from = offset == null ? null : Params.number("offset", offset, 0, 0, Long.MAX_VALUE);
        SiteReply reply = switch (look) {
            case LIST -> files.list(caller, id, at, Params.plain("after", after), Params.limit(limit));
            case STAT -> files.stat(caller, id, at);
            case READ -> files.read(caller, id, at, from == null ? 0 : from,
                    (int) Params.number("length", length, DEFAULT_PIECE, 1, SiteFiles.MAX_PIECE));
            case TAIL -> files.tail(caller, id, at,
                    (int) Params.number("bytes", bytes, DEFAULT_PIECE, 1, SiteFiles.MAX_PIECE), from);
        };
        return Response.ok(reply).build();
    }

    @POST
    @Path("{site}/files")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "changeSiteFiles", summary = "Make a folder or rename")
    @RequestBody(content = @Content(schema = @Schema(implementation = Change.class)))
    public SiteReply.Done change(@PathParam("site") String site, InputStream body) {
        Caller caller = callers.writer();
        SiteId id = Params.site(site);
        Change change = Bodies.as(Bodies.bytes(body, Bodies.MAX), Change.class);
        if (change.op() == null || change.path() == null || change.op() == Change.Op.RENAME && change.to() == null) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "give op and path, and to for RENAME");
        }
        return switch (change.op()) {
            case MKDIR -> files.makeDirectory(caller, id, change.path());
            case RENAME -> files.rename(caller, id, change.path(), change.to());
        };
    }

    @DELETE
    @Path("{site}/files")
    @Operation(operationId = "deleteSiteFile", summary = "Delete a file, or with recursive=true a folder")
    public SiteReply.Done delete(@PathParam("site") String site, @QueryParam("path") String path,
            @QueryParam("recursive") boolean recursive) {
        Caller caller = callers.writer();
        SiteId id = Params.site(site);
        if (path == null) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "give the path");
        }
        return files.delete(caller, id, path, recursive);
    }
}
