package org.diamondhpc.gateway.edge.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import org.diamondhpc.gateway.application.Applications;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.Application;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The registry of applications over HTTP. */
@Path("/v1/applications")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "applications")
public class ApplicationsResource {
    private final Applications applications;
    private final CallerSource callers;

    ApplicationsResource(Applications applications, CallerSource callers) {
        this.applications = applications;
        this.callers = callers;
    }

    @GET
    @Operation(operationId = "listApplications", summary = "The tenant's applications, with what their runs took")
    public Page<Application> list() {
        return new Page<>(applications.list(callers.caller()), null);
    }

    @GET
    @Path("{name}")
    @Operation(operationId = "getApplication", summary = "What an application needs and what its runs took at each site")
    public Application get(@PathParam("name") String name) {
        return applications.get(callers.caller(), name);
    }

    @PUT
    @Path("{name}")
    @Consumes({MediaType.APPLICATION_JSON, "application/yaml"})
    @Operation(operationId = "putApplication", summary = "Say what an application needs",
            description = "Tasks that name it with `application` go only where its requirements are met. JSON or YAML; "
                    + "measured run times are kept, and ignored in the request.")
    @RequestBody(content = @Content(schema = @Schema(implementation = Application.class)))
    public Application put(@PathParam("name") String name, InputStream body) {
        Caller caller = callers.writer();
        if (!(Bodies.yaml(Bodies.bytes(body, Bodies.MAX)) instanceof ObjectNode tree)) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "the body is an object");
        }
        if (tree.has("name") && !tree.path("name").asText().equals(name)) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "the body names another application than the address");
        }
        return applications.put(caller, Bodies.as(tree.put("name", name), Application.class));
    }

    @DELETE
    @Path("{name}")
    @Operation(operationId = "deleteApplication", summary = "Forget an application and what its runs took")
    public void delete(@PathParam("name") String name) {
        applications.delete(callers.writer(), name);
    }
}
