package org.diamondhpc.gateway.edge.rest;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.task.Plans;
import org.diamondhpc.schemas.request.SiteReply;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** What predictions were worth, over HTTP. */
@Path("/v1/predictions")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "placements")
public class PredictionsResource {
    private final Plans plans;
    private final CallerSource callers;

    PredictionsResource(Plans plans, CallerSource callers) {
        this.plans = plans;
        this.callers = callers;
    }

    @GET
    @Operation(operationId = "listPredictions",
            summary = "What was foreseen for the latest placements and what came, with calibration by place")
    public SiteReply.Predictions list(@QueryParam("site") String site, @QueryParam("limit") String limit) {
        return plans.predictions(callers.caller(), site == null ? null : Params.site(site), Params.limit(limit));
    }
}
