package org.diamondhpc.gateway.edge.rest;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.workspace.Catalogue;
import org.diamondhpc.gateway.workspace.Files;
import org.diamondhpc.gateway.workspace.WorkspaceFile;
import org.diamondhpc.gateway.workspace.domain.LogicalPath;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * The bytes of workspace files over HTTP. They are somebody's data, not Diamond's pages: always sent as a download.
 */
@Path("/v1/workspaces")
@Authenticated
@RunOnVirtualThread
@Tag(name = "workspaces")
public class FilesResource {
    private static final String PATH = "{ws}/files/{path: .+}";

    private final Files files;
    private final Catalogue catalogue;
    private final CallerSource callers;

    FilesResource(Files files, Catalogue catalogue, CallerSource callers) {
        this.files = files;
        this.catalogue = catalogue;
        this.callers = callers;
    }

    @PUT
    @Path(PATH)
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(operationId = "putFile", summary = "Upload a file of any size",
            description = "X-Checksum-Sha256 (hex) or Digest: sha-256=BASE64 is compared with what arrived.")
    @RequestBody(content = @Content(mediaType = MediaType.APPLICATION_OCTET_STREAM,
            schema = @Schema(type = SchemaType.STRING,
                    format = "binary")))
    @APIResponse(responseCode = "200", description = "Catalogued",
            content = @Content(schema = @Schema(implementation = WorkspaceFile.class)))
    public Response put(@PathParam("ws") String ws, @PathParam("path") String path, InputStream body,
            @HeaderParam("X-Checksum-Sha256") String hex, @HeaderParam("Repr-Digest") String repr,
            @HeaderParam("Digest") String digest) throws IOException {
        Caller caller = callers.writer();
        WorkspaceFile file = files.upload(caller, path(ws, path), body == null ? InputStream.nullInputStream() : body,
                Checksums.promised(hex, repr != null ? repr : digest));
        return Response.ok(file).header(HttpHeaders.ETAG, ETags.ofSha256(file.sha256())).build();
    }

    @GET
    @Path(PATH)
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    @Operation(operationId = "getFile", summary = "A file's bytes; fetched from its site where they lie only there",
            description = "Takes one Range. With view=facts only the catalogue's entry is answered.")
    public Response get(@PathParam("ws") String ws, @PathParam("path") String path, @QueryParam("view") String view,
            @HeaderParam("Range") String range, @HeaderParam("If-Range") String ifRange,
            @HeaderParam(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch) throws IOException {
        Caller caller = callers.caller();
        LogicalPath logical = path(ws, path);
        WorkspaceFile known = catalogue.get(caller.tenant(), logical);
        if ("facts".equals(view)) {
            return Response.ok(known, MediaType.APPLICATION_JSON_TYPE).build();
        }
        if (known.sha256() != null && ETags.matches(ifNoneMatch, ETags.ofSha256(known.sha256()))) {
            return Response.notModified().header(HttpHeaders.ETAG, ETags.ofSha256(known.sha256())).build();
        }
        Files.Content content = files.content(caller, logical);
        String etag = ETags.ofSha256(content.claim().sha256());
        boolean stale = ifRange != null && !ifRange.strip().equals(etag);
        Optional<ByteRange> part = stale ? Optional.empty() : ByteRange.of(range, content.claim().size());
        if (part.isPresent() && part.get() == ByteRange.UNSATISFIABLE) {
            return Response.status(416).header("Content-Range", "bytes */" + content.claim().size()).build();
        }
        return bytes(content, part, etag);
    }

    @HEAD
    @Path(PATH)
    @Operation(operationId = "headFile", summary = "A file's size and checksum")
    public Response head(@PathParam("ws") String ws, @PathParam("path") String path) {
        WorkspaceFile file = catalogue.get(callers.caller().tenant(), path(ws, path));
        Response.ResponseBuilder answer = Response.ok().header(HttpHeaders.CONTENT_LENGTH, file.size())
                .header("Accept-Ranges", "bytes");
        return (file.sha256() == null ? answer : answer.header(HttpHeaders.ETAG, ETags.ofSha256(file.sha256())))
                .build();
    }

    @DELETE
    @Path(PATH)
    @Operation(operationId = "deleteFile", summary = "Forget a file; copies at sites stay")
    public void delete(@PathParam("ws") String ws, @PathParam("path") String path) {
        if (!catalogue.remove(callers.writer().tenant(), path(ws, path))) {
            throw DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no such file");
        }
    }

    private Response bytes(Files.Content content, Optional<ByteRange> part, String etag) throws IOException {
        long size = content.claim().size();
        ByteRange range = part.orElse(new ByteRange(0, size - 1));
        InputStream in = files.open(content.claim());
        in.skipNBytes(range.first());
        Response.ResponseBuilder answer = Response.status(part.isPresent() ? 206 : 200)
                .type(MediaType.APPLICATION_OCTET_STREAM_TYPE)
                .entity(new BoundedStream(in, range.length())).header(HttpHeaders.CONTENT_LENGTH, range.length())
                .header(HttpHeaders.ETAG, etag).header("Accept-Ranges", "bytes")
                .header("Content-Disposition", "attachment");
        part.ifPresent(r -> answer.header("Content-Range", "bytes " + r + "/" + size));
        return answer.build();
    }

    private static LogicalPath path(String ws, String path) {
        return new LogicalPath(Params.workspace(ws), path);
    }
}
