package org.diamondhpc.gateway.edge.rest;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.diamondhpc.gateway.audit.AuditTrail;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.CallerSource;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** The audit trail over HTTP. */
@Path("/v1/audit")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "audit")
public class AuditResource {
    private final AuditTrail audit;
    private final CallerSource callers;

    AuditResource(AuditTrail audit, CallerSource callers) {
        this.audit = audit;
        this.callers = callers;
    }

    @GET
    @Operation(operationId = "listAudit", summary = "Who changed what, newest first; an administrator sees all tenants")
    public Page<AuditTrail.Entry> list(@QueryParam("cursor") String cursor, @QueryParam("limit") String limit) {
        return audit.list(callers.caller(), cursor, Params.limit(limit));
    }
}
