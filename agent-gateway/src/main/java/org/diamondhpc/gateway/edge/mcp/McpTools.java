package org.diamondhpc.gateway.edge.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Singleton;
import java.util.List;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.skill.Skill;
import org.diamondhpc.gateway.skill.SkillCatalogue;
import org.diamondhpc.gateway.skill.Skills;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.jboss.logging.Logger;

/** Skills as tools. */
@Singleton
class McpTools {
    /** Member of {@code _meta} that makes a tool's effect happen once. */
    static final String KEY = "org.diamondhpc/idempotencyKey";
    /** Member of an error's {@code _meta} with the reason code and the single errors. */
    static final String PROBLEM = "org.diamondhpc/problem";
    private static final Logger LOG = Logger.getLogger(McpTools.class);

    private final SkillCatalogue catalogue;
    private final Skills skills;

    McpTools(SkillCatalogue catalogue, Skills skills) {
        this.catalogue = catalogue;
        this.skills = skills;
    }

    /** What a tool answers; {@code problem} absent: it went well. */
    record Reply(ObjectNode structured, Problem problem) {
        /** For models and clients that read texts only: the answer's JSON, or the problem in words. */
        String text() {
            return problem == null ? structured.toString() : problem.sentence();
        }
    }

    List<Skill> all() {
        return List.copyOf(catalogue.all());
    }

    boolean has(String name) {
        return catalogue.all().stream().anyMatch(s -> s.name().equals(name));
    }

    /** A schema as clients take it: without its address, which none of them may follow. */
    static ObjectNode schema(ObjectNode schema) {
        ObjectNode bare = schema.deepCopy();
        bare.remove(List.of("$schema", "$id", "title"));
        return bare;
    }

    /** Never throws: what goes wrong is for the model to read. Called on a virtual thread. */
    Reply call(Caller caller, String tool, JsonNode arguments, String key) {
        try {
            return new Reply(skills.call(caller, tool, arguments, key).body(), null);
        } catch (DiamondException e) {
            if (e.reason() == Reason.INTERNAL_ERROR) {
                LOG.errorf(e, "Tool failed; tool=%s", tool);
            }
            return new Reply(null, e.problem());
        } catch (RuntimeException e) {
            LOG.errorf(e, "Tool failed; tool=%s", tool);
            return new Reply(null, Problem.of(Reason.INTERNAL_ERROR, "the call of " + tool + " failed"));
        }
    }
}
