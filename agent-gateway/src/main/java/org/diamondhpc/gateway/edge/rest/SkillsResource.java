package org.diamondhpc.gateway.edge.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
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
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.skill.Effects;
import org.diamondhpc.gateway.skill.Skill;
import org.diamondhpc.gateway.skill.SkillCatalogue;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.skill.Skills;
import org.diamondhpc.schemas.reason.Reason;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Skills over HTTP. */
@Path("/v1/skills")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "skills")
public class SkillsResource {
    private final SkillCatalogue catalogue;
    private final Skills skills;
    private final CallerSource callers;

    SkillsResource(SkillCatalogue catalogue, Skills skills, CallerSource callers) {
        this.catalogue = catalogue;
        this.skills = skills;
        this.callers = callers;
    }

    /** A skill on one line. */
    record SkillEntry(String name, String title, String description, String group, Effects effects) {
        static SkillEntry of(Skill s) {
            return new SkillEntry(s.name(), s.title(), s.description(), s.group(), s.effects());
        }
    }

    /** All that is known of a skill; the schemas are JSON Schema 2020-12. */
    record SkillBody(String name, String title, String description, String group, Effects effects,
            List<Reason> reasons, String guide, @Schema(type = SchemaType.OBJECT) JsonNode input,
            @Schema(type = SchemaType.OBJECT) JsonNode output, List<ExampleBody> examples) {
        static SkillBody of(Skill s) {
            return new SkillBody(s.name(), s.title(), s.description(), s.group(), s.effects(), s.reasons(), s.guide(),
                    s.input(), s.output(), s.examples().stream().map(e -> new ExampleBody(e.input(), e.output()))
                            .toList());
        }
    }

    /** An input and its answer. */
    record ExampleBody(@Schema(type = SchemaType.OBJECT) JsonNode input,
            @Schema(type = SchemaType.OBJECT) JsonNode output) {
    }

    @GET
    @Operation(operationId = "listSkills", summary = "What an agent can call")
    public Page<SkillEntry> list() {
        callers.caller();
        return new Page<>(catalogue.all().stream().map(SkillEntry::of).toList(), null);
    }

    @GET
    @Path("{name}")
    @Operation(operationId = "getSkill", summary = "A skill with its guide, schemas and examples")
    public SkillBody get(@PathParam("name") String name) {
        callers.caller();
        return SkillBody.of(catalogue.get(name));
    }

    @POST
    @Path("{name}")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "callSkill", summary = "Carry out a skill",
            description = "The body is the skill's input, the answer fulfils its output schema. With `session` in the "
                    + "input the call is written into the session's journal.")
    @RequestBody(content = @Content(schema = @Schema(type = SchemaType.OBJECT)))
    @APIResponse(responseCode = "200", description = "A summary, what the skill answers, and what may come next",
            content = @Content(schema = @Schema(type = SchemaType.OBJECT)))
    public Response call(@PathParam("name") String name, InputStream body,
            @HeaderParam(Answers.IDEMPOTENCY_KEY) String key) {
        byte[] bytes = Bodies.bytes(body, Bodies.MAX);
        JsonNode input = bytes.length == 0 ? null : Bodies.json(bytes);
        SkillResult result = skills.call(callers.caller(), name, input, key);
        Response.ResponseBuilder answer = Response.ok(result.body());
        return (result.replayed() ? answer.header("Idempotent-Replayed", "true") : answer).build();
    }
}
