package org.diamondhpc.gateway.edge.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.quarkiverse.mcp.server.McpException;
import io.quarkiverse.mcp.server.MetaKey;
import io.quarkiverse.mcp.server.PromptManager;
import io.quarkiverse.mcp.server.PromptMessage;
import io.quarkiverse.mcp.server.PromptResponse;
import io.quarkiverse.mcp.server.RawMessage;
import io.quarkiverse.mcp.server.ResourceManager;
import io.quarkiverse.mcp.server.ResourceResponse;
import io.quarkiverse.mcp.server.ResourceTemplateManager;
import io.quarkiverse.mcp.server.TextContent;
import io.quarkiverse.mcp.server.TextResourceContents;
import io.quarkiverse.mcp.server.ToolManager;
import io.quarkiverse.mcp.server.ToolResponse;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.json.JsonObject;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.site.SitesChanged;
import org.diamondhpc.gateway.skill.Effects;
import org.diamondhpc.gateway.skill.Skill;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.DiamondException;

/** Fills Quarkus's MCP server, which serves the revisions with a session. */
@ApplicationScoped
class SessionLane {
    private final McpTools tools;
    private final McpResources resources;
    private final CallerSource callers;
    private final ResourceManager resourceManager;

    SessionLane(McpTools tools, McpResources resources, CallerSource callers, ResourceManager resourceManager) {
        this.tools = tools;
        this.resources = resources;
        this.callers = callers;
        this.resourceManager = resourceManager;
    }

    /** Tells whoever subscribed; on the replica that heard of it, and there only. */
    void seen(@Observes(during = TransactionPhase.AFTER_SUCCESS) SitesChanged change) {
        ResourceManager.ResourceInfo sites = resourceManager.getResource(McpResources.SITES);
        if (sites != null) {
            sites.sendUpdateAndForget();
        }
    }

    void begin(@Observes StartupEvent event, ToolManager toolManager,
            ResourceTemplateManager templateManager, PromptManager promptManager) {
        tools.all().forEach(s -> tool(toolManager, s));
        sites();
        McpResources.TEMPLATES.forEach(t -> template(templateManager, t));
        McpPrompts.ALL.forEach(p -> prompt(promptManager, p));
    }

    private void tool(ToolManager manager, Skill s) {
        Effects e = s.effects();
        manager.newTool(s.name()).setTitle(s.title()).setDescription(s.description())
                .setInputSchema(json(McpTools.schema(s.input()))).setOutputSchema(json(McpTools.schema(s.output())))
                .setAnnotations(new ToolManager.ToolAnnotations(s.title(), e.readOnly(), e.destructive(),
                        e.idempotent(), e.openWorld()))
                .setHandler(a -> answer(s.name(), tree(a.rawMessage()).path("params")), true).register();
    }

    private ToolResponse answer(String tool, JsonNode params) {
        McpTools.Reply reply = tools.call(callers.caller(), tool, params.get("arguments"),
                params.path("_meta").path(McpTools.KEY).textValue());
        List<TextContent> text = List.of(new TextContent(reply.text()));
        return reply.problem() == null
                ? new ToolResponse(false, text, json(reply.structured()), Map.of())
                : new ToolResponse(true, text, null, Map.of(MetaKey.from(McpTools.PROBLEM),
                        json(DiamondJson.json().valueToTree(reply.problem()))));
    }

    private void sites() {
        McpResources.Template t = McpResources.ALL_SITES;
        resourceManager.newResource(t.name()).setTitle(t.title()).setDescription(t.description()).setUri(t.uri())
                .setMimeType(t.mimeType()).setHandler(a -> contents(a.requestUri().value()), true).register();
    }

    private void template(ResourceTemplateManager manager, McpResources.Template t) {
        manager.newResourceTemplate(t.name()).setTitle(t.title()).setDescription(t.description())
                .setUriTemplate(t.uri()).setMimeType(t.mimeType())
                .setHandler(a -> contents(a.requestUri().value()), true).register();
    }

    private ResourceResponse contents(String uri) {
        try {
            McpResources.Text text = resources.read(callers.caller(), uri);
            return new ResourceResponse(new TextResourceContents(text.uri(), text.text(), text.mimeType()));
        } catch (DiamondException e) {
            throw new McpException(e.problem().sentence(), RpcError.LEGACY_NOT_FOUND);
        }
    }

    private static void prompt(PromptManager manager, McpPrompts.Prompt p) {
        PromptManager.PromptDefinition definition = manager.newPrompt(p.name()).setTitle(p.title())
                .setDescription(p.description());
        p.arguments().forEach(a -> definition.addArgument(a.name(), a.description(), a.required()));
        definition.setHandler(a -> {
            try {
                return PromptResponse.withMessages(PromptMessage.withUserRole(p.message(a.args())));
            } catch (DiamondException e) {
                throw new McpException(e.problem().sentence(), RpcError.INVALID_PARAMS);
            }
        }, true).register();
    }

    /** As the server's own JSON, which knows nothing of Jackson's trees. */
    private static JsonObject json(JsonNode tree) {
        return new JsonObject(tree.toString());
    }

    private static JsonNode tree(RawMessage message) {
        try {
            return DiamondJson.json().readTree(message.asString());
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
