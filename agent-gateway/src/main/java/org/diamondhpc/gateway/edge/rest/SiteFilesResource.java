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
import org.diamondhpc.gateway.policy.CallerSource;
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
    private final FileOperations files;
    private final CallerSource callers;

    SiteFilesResource(FileOperations files, CallerSource callers) {
        this.files = files;
        this.callers = callers;
    }

    @GET
    @Path("{site}/files")
    @Operation(operationId = "siteFiles", summary = "List a folder, or stat, read or tail a file",
            description = "op is list (default), stat, read (offset, length ≤ 256 KiB) or tail (bytes, or offset). "
                    + "The path is absolute, begins with ~/, or is globus://COLLECTION/path.")
    @APIResponse(responseCode = "200", description = "By op", content = @Content(schema = @Schema(
            oneOf = {SiteReply.Listing.class, SiteReply.FileFacts.class, SiteReply.Content.class})))
    public Response look(@PathParam("site") String site, @QueryParam("path") String path, @QueryParam("op") String op,
            @QueryParam("after") String after, @QueryParam("limit") String limit, @QueryParam("offset") String offset,
            @QueryParam("length") String length, @QueryParam("bytes") String bytes) {
        return Response.ok(files.look(callers.caller(), Params.site(site), path == null ? "~/" : path,
                new FileOperations.Look(op, after, limit, offset, length, bytes))).build();
    }

    @POST
    @Path("{site}/files")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "changeSiteFiles", summary = "Make a folder or rename")
    @RequestBody(content = @Content(schema = @Schema(implementation = FileOperations.Change.class)))
    public SiteReply.Done change(@PathParam("site") String site, InputStream body) {
        return files.change(callers.writer(), Params.site(site), path -> path,
                Bodies.as(Bodies.bytes(body, Bodies.MAX), FileOperations.Change.class));
    }

    @DELETE
    @Path("{site}/files")
    @Operation(operationId = "deleteSiteFile", summary = "Delete a file, or with recursive=true a folder")
    public SiteReply.Done delete(@PathParam("site") String site, @QueryParam("path") String path,
            @QueryParam("recursive") boolean recursive) {
        return files.delete(callers.writer(), Params.site(site), path, recursive);
    }
}
