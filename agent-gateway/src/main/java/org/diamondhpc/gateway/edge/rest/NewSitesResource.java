package org.diamondhpc.gateway.edge.rest;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.net.URI;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.site.NewSites;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.site.NewSite;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Adding sites over HTTP, with an operator's token. */
@Path("/v1/sites")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "sites")
public class NewSitesResource {
    private final NewSites sites;
    private final CallerSource callers;

    NewSitesResource(NewSites sites, CallerSource callers) {
        this.sites = sites;
        this.callers = callers;
    }

    /** @param profile YAML, as it shall be written */
    record SiteProfileBody(String profile) {
    }

    @POST
    @Path("drafts")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "draftSite", summary = "Get to know a new site and draft its profile; nothing is written",
            description = "Without hostKey the answer is the key the host shows, and nobody logs in. With the key or "
                    + "its fingerprint accepted as hostKey it is a draft. Needs the role admin.")
    @RequestBody(content = @Content(schema = @Schema(implementation = NewSite.class)))
    @APIResponse(responseCode = "200", description = "The host's key, or a draft",
            content = @Content(schema = @Schema(oneOf = {SiteReply.HostKey.class, SiteReply.Draft.class})))
    public Response draft(InputStream body) {
        Caller caller = callers.writer();
        return Response.ok(sites.draft(caller, Bodies.as(Bodies.bytes(body, Bodies.MAX), NewSite.class))).build();
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "addSite", summary = "Write a site's profile down",
            description = "A name that is taken is refused; the same profile once more is not. Needs the role admin.")
    @RequestBody(content = @Content(schema = @Schema(implementation = SiteProfileBody.class)))
    @APIResponse(responseCode = "201", description = "Added; it is looked at within seconds",
            content = @Content(schema = @Schema(implementation = SiteReply.Added.class)))
    public Response add(InputStream body) {
        Caller caller = callers.writer();
        SiteProfileBody given = Bodies.as(Bodies.bytes(body, Bodies.MAX), SiteProfileBody.class);
        if (given.profile() == null || given.profile().isBlank()) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "give the profile");
        }
        SiteId site = sites.add(caller, given.profile());
        return Response.created(URI.create("/v1/sites/" + site)).entity(new SiteReply.Added(site)).build();
    }
}
