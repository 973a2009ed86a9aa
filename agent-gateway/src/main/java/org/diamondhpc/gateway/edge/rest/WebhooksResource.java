package org.diamondhpc.gateway.edge.rest;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.List;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.webhook.Registrations;
import org.diamondhpc.gateway.webhook.WebhookView;
import org.diamondhpc.gateway.webhook.Webhooks;
import org.diamondhpc.schemas.id.SessionId;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Webhooks over HTTP. */
@Path("/v1/sessions/{id}/webhooks")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "sessions")
public class WebhooksResource {
    private final Webhooks webhooks;
    private final Registrations registrations;
    private final CallerSource callers;

    WebhooksResource(Webhooks webhooks, Registrations registrations, CallerSource callers) {
        this.webhooks = webhooks;
        this.registrations = registrations;
        this.callers = callers;
    }

    /** From the wake after this number on; absent: what was not taken yet. */
    record Redelivery(Long after) {
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "registerWebhook", summary = "Have a session's wakes sent to a URL",
            description = "Signed as Standard Webhooks says, as CloudEvents, at least once, in order. A secret made "
                    + "here is in this answer and in none after it, not even in that to a repeated request.")
    @RequestBody(content = @Content(schema = @Schema(implementation = Registrations.NewWebhook.class)))
    @APIResponse(responseCode = "201", description = "Registered",
            content = @Content(schema = @Schema(implementation = WebhookView.class)))
    public Response register(@PathParam("id") String id, InputStream body,
            @HeaderParam(Answers.IDEMPOTENCY_KEY) String key) {
        Caller caller = callers.writer();
        SessionId session = Params.session(id);
        byte[] bytes = Bodies.bytes(body, Bodies.MAX);
        Registrations.NewWebhook asked = Bodies.as(bytes, Registrations.NewWebhook.class);
        String path = SessionsResource.path(session) + "/webhooks";
        return Answers.of(registrations.register(caller, session, asked, path, key,
                Answers.fingerprint("POST", path, bytes)));
    }

    @GET
    @Operation(operationId = "listWebhooks", summary = "A session's webhooks")
    public Page<WebhookView> list(@PathParam("id") String id) {
        List<WebhookView> all = webhooks.list(callers.caller(), Params.session(id));
        return new Page<>(all, null);
    }

    @GET
    @Path("{webhook}")
    @Operation(operationId = "getWebhook", summary = "A webhook: how far it has come, and what went wrong")
    public WebhookView get(@PathParam("id") String id, @PathParam("webhook") String webhook) {
        return webhooks.get(callers.caller(), Params.session(id), Params.webhook(webhook));
    }

    @DELETE
    @Path("{webhook}")
    @Operation(operationId = "removeWebhook", summary = "Send nothing more to a URL")
    @APIResponse(responseCode = "204", description = "Removed")
    public void remove(@PathParam("id") String id, @PathParam("webhook") String webhook) {
        webhooks.remove(callers.writer(), Params.session(id), Params.webhook(webhook));
    }

    @POST
    @Path("{webhook}/redeliver")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "redeliverWebhook", summary = "Send again at once",
            description = "Also where it was given up; with a number everything after it, taken or not.")
    @RequestBody(content = @Content(schema = @Schema(implementation = Redelivery.class)))
    public WebhookView redeliver(@PathParam("id") String id, @PathParam("webhook") String webhook, InputStream body) {
        Caller caller = callers.writer();
        byte[] bytes = Bodies.bytes(body, Bodies.MAX);
        Long after = bytes.length == 0 ? null : Bodies.as(bytes, Redelivery.class).after();
        return webhooks.redeliver(caller, Params.session(id), Params.webhook(webhook), after);
    }
}
