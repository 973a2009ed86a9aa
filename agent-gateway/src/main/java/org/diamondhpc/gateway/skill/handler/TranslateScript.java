package org.diamondhpc.gateway.skill.handler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Singleton;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.request.SiteReply;

@Singleton
class TranslateScript implements SkillHandler {
    private final ScriptInput scripts;

    TranslateScript(ScriptInput scripts) {
        this.scripts = scripts;
    }

    @Override
    public String skill() {
        return "translate_script";
    }

    @Override
    public SkillResult call(SkillCall call) {
        SiteReply.Translated carried = scripts.translated(call);
        ObjectNode spec = ScriptInput.spec(carried);
        return SkillResult.say(told(carried)).with("family", carried.family()).with("spec", spec)
                .with("notes", ScriptInput.notes(carried)).with("script", carried.script())
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
}
