package org.diamondhpc.gateway.edge.rest;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.site.SiteVisits;
import org.diamondhpc.gateway.site.Sites;
import org.diamondhpc.gateway.site.domain.SiteSummary;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Sites over HTTP. */
@Path("/v1/sites")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "sites")
public class SitesResource {
    private static final int MAX_ANSWERS = 64 * 1024;

    private final Sites sites;
    private final SiteVisits visits;
    private final CallerSource callers;

    SitesResource(Sites sites, SiteVisits visits, CallerSource callers) {
        this.sites = sites;
        this.visits = visits;
        this.callers = callers;
    }

    /**
     * One step of a login.
     *
     * @param step of the prompts that are answered; absent: begin
     * @param answers encrypted for the key that came with the prompts; never logged
     */
    record LoginStep(String step, String answers) {
        @Override
        public String toString() {
            return "LoginStep[step=" + step + "]";
        }
    }

    @GET
    @Operation(operationId = "listSites", summary = "The sites the tenant may use, in short")
    public Page<SiteSummary> list() {
        return new Page<>(sites.list(callers.caller()), null);
    }

    @GET
    @Path("{site}")
    @Operation(operationId = "getSite", summary = "A site in short, or with view=full all that was seen of it")
    @APIResponse(responseCode = "200", description = "In short",
            content = @Content(schema = @Schema(oneOf = {SiteSummary.class, SiteSnapshot.class})))
    public Response get(@PathParam("site") String site, @QueryParam("view") String view) {
        Caller caller = callers.caller();
        SiteId id = Params.site(site);
        return Response.ok("full".equals(view) ? sites.full(caller, id) : sites.get(caller, id)).build();
    }

    @POST
    @Path("{site}/refresh")
    @Operation(operationId = "refreshSite", summary = "Look at the site now")
    public SiteSummary refresh(@PathParam("site") String site) {
        return visits.look(callers.writer(), Params.site(site));
    }

    @POST
    @Path("{site}/login")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "login", summary = "One step of an interactive login",
            description = "An empty object begins and is answered with the site's prompts and a public key; the next "
                    + "step carries the answers encrypted for that key.")
    @RequestBody(content = @Content(schema = @Schema(implementation = LoginStep.class)))
    @APIResponse(responseCode = "200", description = "Prompts, or done",
            content = @Content(schema = @Schema(oneOf = {SiteReply.Prompts.class, SiteReply.Done.class})))
    public Response login(@PathParam("site") String site, InputStream body) {
        Caller caller = callers.writer();
        SiteId id = Params.site(site);
        LoginStep step = Bodies.as(Bodies.bytes(body, MAX_ANSWERS), LoginStep.class);
        return Response.ok(visits.login(caller, id, step.step(), step.answers())).build();
    }
}
