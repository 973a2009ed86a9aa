package org.diamondhpc.gateway.edge.rest;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.task.Plans;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Placement plans over HTTP. */
@Path("/v1/placements")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "placements")
public class PlacementsResource {
    private final Plans plans;
    private final TaskBodies bodies;
    private final CallerSource callers;

    PlacementsResource(Plans plans, TaskBodies bodies, CallerSource callers) {
        this.plans = plans;
        this.bodies = bodies;
        this.callers = callers;
    }

    @POST
    @Consumes({MediaType.APPLICATION_JSON, TaskBodies.YAML})
    @Operation(operationId = "planPlacement", summary = "Where a task would go now, with every candidate's verdict")
    @RequestBody(content = {
        @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = TaskSpec.class)),
        @Content(mediaType = TaskBodies.YAML, schema = @Schema(implementation = TaskSpec.class))})
    public SiteReply.Plan plan(InputStream body, @HeaderParam(HttpHeaders.CONTENT_TYPE) MediaType type) {
        return plans.plan(callers.caller(), bodies.one(Bodies.bytes(body, Bodies.MAX), type));
    }
}
