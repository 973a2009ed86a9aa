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
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.spec.CollectionPath;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The files of a site's Globus collection, by Globus: the site itself need not be reachable. */
@Path("/v1/collections")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "sites")
public class CollectionFilesResource {
    private final FileOperations files;
    private final CallerSource callers;

    CollectionFilesResource(FileOperations files, CallerSource callers) {
        this.files = files;
        this.callers = callers;
    }

    @GET
    @Path("{collection}/files")
    @Operation(operationId = "collectionFiles", summary = "List a folder of a Globus collection, or stat a file",
            description = "op is list (default) or stat. The path begins with / at the collection's root and lies inside of"
                    + " what the site's profile maps.")
    @APIResponse(responseCode = "200", description = "By op", content = @Content(schema = @Schema(
            oneOf = {SiteReply.Listing.class, SiteReply.FileFacts.class})))
    public Response look(@PathParam("collection") String collection, @QueryParam("path") String path,
            @QueryParam("op") String op, @QueryParam("after") String after, @QueryParam("limit") String limit) {
        return Response.ok(files.look(callers.caller(), null, place(collection, path == null ? "/" : path),
                new FileOperations.Look(op, after, limit, null, null, null))).build();
    }

    @POST
    @Path("{collection}/files")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "changeCollectionFiles", summary = "Make a folder or rename in a Globus collection")
    @RequestBody(content = @Content(schema = @Schema(implementation = FileOperations.Change.class)))
    public SiteReply.Done change(@PathParam("collection") String collection, InputStream body) {
        return files.change(callers.writer(), null, path -> place(collection, path),
                Bodies.as(Bodies.bytes(body, Bodies.MAX), FileOperations.Change.class));
    }

    @DELETE
    @Path("{collection}/files")
    @Operation(operationId = "deleteCollectionFile",
            summary = "Delete a file of a Globus collection, or with recursive=true a folder",
            description = "One Globus task, however often it is asked for; where it takes longer the answer says so.")
    public SiteReply.Done delete(@PathParam("collection") String collection, @QueryParam("path") String path,
            @QueryParam("recursive") boolean recursive) {
        return files.delete(callers.writer(), null, place(collection, path), recursive);
    }

    private static String place(String collection, String path) {
        if (path == null || !path.startsWith("/")) {
            throw DiamondException.of(Reason.INVALID_PATH, "a path in a collection begins with /");
        }
        return CollectionPath.SCHEME + collection + path;
    }
}
