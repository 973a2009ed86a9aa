package org.diamondhpc.gateway.edge.rest;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.task.Scripts;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.schemas.request.SiteReply;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Job scripts carried from one scheduler to another, over HTTP. */
@Path("/v1/translations")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "placements")
public class TranslationsResource {
    private final Scripts scripts;
    private final CallerSource callers;

    TranslationsResource(Scripts scripts, CallerSource callers) {
        this.scripts = scripts;
        this.callers = callers;
    }

    /** A script with its directives, the words it was submitted with, the names it keeps, and for which site. */
    record Translation(String script, List<String> command, Set<KeptName> keep, SiteId site) {
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "translateScript",
            summary = "A script written for one scheduler as a task, and as a script for a site; nothing is submitted")
    @RequestBody(content = @Content(schema = @Schema(implementation = Translation.class)))
    public SiteReply.Translated translate(InputStream body) {
        Translation asked = Bodies.as(Bodies.bytes(body, Bodies.MAX), Translation.class);
        return scripts.translate(callers.caller(), asked.script(), asked.command(), asked.keep(), asked.site());
    }
}
