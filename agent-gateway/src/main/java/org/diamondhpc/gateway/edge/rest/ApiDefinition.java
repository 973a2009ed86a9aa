package org.diamondhpc.gateway.edge.rest;

import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.enums.SecuritySchemeType;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.info.License;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirement;
import org.eclipse.microprofile.openapi.annotations.security.SecurityScheme;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** What the OpenAPI document says of the whole. */
@OpenAPIDefinition(
        info = @Info(title = "Diamond Agent", version = "v1",
                description = """
                        HPC work across independently administered supercomputers. Ask with POST (202 and a \
                        Location), sleep with a wait, and be woken by a numbered wake over a long-poll or a stream. \
                        Every failure is application/problem+json with a stable `reason`, whether trying again helps \
                        (`outcome`) and `whatToDo`. POSTs take an Idempotency-Key: the same request gets the same \
                        answer, 409 while it is worked on, 422 where the key came with another request.""",
                license = @License(name = "Apache-2.0")),
        security = @SecurityRequirement(name = "bearer"),
        tags = {
            @Tag(name = "tasks", description = "One program on one site, once around the ring"),
            @Tag(name = "placements", description = "Where a task would go, and why"),
            @Tag(name = "sites", description = "What was seen of the sites, and small operations there"),
            @Tag(name = "applications", description = "What programs need, and what their runs took"),
            @Tag(name = "transfers", description = "Files from place to place"),
            @Tag(name = "workspaces", description = "Files by logical path, with copies and origin; notes"),
            @Tag(name = "sessions", description = "Conversations, waits and wakes"),
            @Tag(name = "skills", description = "The same in few calls for agents: typed, short, with hints of what may follow"),
            @Tag(name = "audit", description = "Who changed what")
        })
@SecurityScheme(securitySchemeName = "bearer", type = SecuritySchemeType.HTTP, scheme = "bearer")
public class ApiDefinition extends Application {
}
