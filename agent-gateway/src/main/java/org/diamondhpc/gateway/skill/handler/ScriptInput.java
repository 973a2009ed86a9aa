package org.diamondhpc.gateway.skill.handler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.task.Scripts;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.request.SiteReply;

/** Reads the members {@code script}, {@code command} and {@code keep}: a job script as it is, and how it was submitted. */
@Singleton
class ScriptInput {
    private static final int MOST_NOTES = 40;
    private static final List<String> THE_SCRIPTS = List.of("script", "executable", "resources");

    private final Scripts scripts;

    ScriptInput(Scripts scripts) {
        this.scripts = scripts;
    }

    /** @throws DiamondException {@code INVALID_SPEC} where it is no script of a known family */
    SiteReply.Translated translated(SkillCall call) {
        return scripts.translate(call.caller(), call.text("script"), call.list("command", word -> word),
                Set.copyOf(call.list("keep", KeptName::valueOf)), call.has("site") ? new SiteId(call.text("site")) : null);
    }

    /**
     * The call with the script's task as its {@code spec}, what the caller's own says laid over it, and the {@code notes}.
     *
     * @throws DiamondException {@code INVALID_SPEC} also where the caller's says what the script says
     */
    SkillCall asSpec(SkillCall call) {
        JsonNode more = call.has("spec") ? call.tree("spec") : DiamondJson.json().createObjectNode();
        List<Violation> twice = THE_SCRIPTS.stream().filter(more::has).map(name -> new Violation("/spec/" + name,
                "the script says it; options of its submit command win over the script's, give them as command")).toList();
        if (!twice.isEmpty()) {
            throw new DiamondException(Problem.of(Reason.INVALID_SPEC, twice));
        }
        SiteReply.Translated carried = translated(call);
        ObjectNode spec = spec(carried);
        more.properties().forEach(member -> {
            if (member.getValue() instanceof ObjectNode inner && spec.get(member.getKey()) instanceof ObjectNode known) {
                known.setAll(inner);
            } else {
                spec.set(member.getKey(), member.getValue());
            }
        });
        ObjectNode input = call.input().deepCopy();
        input.set("spec", spec);
        input.set("notes", DiamondJson.json().valueToTree(notes(carried)));
        return new SkillCall(call.skill(), call.caller(), input);
    }

    /** Empty lists and objects say nothing. */
    static ObjectNode spec(SiteReply.Translated carried) {
        ObjectNode spec = DiamondJson.json().valueToTree(carried.task());
        spec.properties().removeIf(e -> e.getValue().isContainerNode() && e.getValue().isEmpty());
        return spec;
    }

    /** The gravest, at most so many as an answer holds. */
    static List<ScriptNote> notes(SiteReply.Translated carried) {
        List<ScriptNote> all = carried.notes();
        return all.subList(Math.max(0, all.size() - MOST_NOTES), all.size());
    }
}
