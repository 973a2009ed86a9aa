package org.diamondhpc.gateway.skill.handler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.task.Scripts;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.request.SiteReply;

@Singleton
class TranslateScript implements SkillHandler {
    private static final int MOST_NOTES = 40;

    private final Scripts scripts;

    TranslateScript(Scripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public String skill() {
        return "translate_script";
    }

    @Override
    public SkillResult call(SkillCall call) {
        SiteReply.Translated carried = scripts.translate(call.caller(), call.text("script"),
                call.list("command", word -> word), Set.copyOf(call.list("keep", KeptName::valueOf)),
                call.has("site") ? new SiteId(call.text("site")) : null);
        JsonNode spec = withoutNothing(DiamondJson.json().valueToTree(carried.task()));
        List<ScriptNote> notes = carried.notes();
        return SkillResult.say(told(carried)).with("family", carried.family()).with("spec", spec)
                .with("notes", notes.subList(Math.max(0, notes.size() - MOST_NOTES), notes.size()))
                .with("script", carried.script())
                .next(NextCall.of("submit_task", "to run it where it fits best", "session", call.session(), "spec", spec));
    }

    private static String told(SiteReply.Translated carried) {
        long risks = count(carried, ScriptNote.Kind.RISK);
        long lost = count(carried, ScriptNote.Kind.LEFT_OUT);
        return "A script for %s, as a task: %s.".formatted(carried.family(), risks + lost == 0
                ? "all of it was carried over"
                : "%d of its options were left out, %d things are at risk; the notes name each".formatted(lost, risks));
    }

    private static long count(SiteReply.Translated carried, ScriptNote.Kind kind) {
        return carried.notes().stream().filter(n -> n.kind() == kind).count();
    }

    /** Empty lists and objects say nothing. */
    private static JsonNode withoutNothing(ObjectNode spec) {
        spec.properties().removeIf(e -> e.getValue().isContainerNode() && e.getValue().isEmpty());
        return spec;
    }
}
