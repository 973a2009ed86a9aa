package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.transfer.TransferView;
import org.diamondhpc.gateway.transfer.Transfers;

@Singleton
class TransferFiles implements SkillHandler {
    private final Transfers transfers;

    TransferFiles(Transfers transfers) {
        this.transfers = transfers;
    }

    @Override
    public String skill() {
        return "transfer";
    }

    @Override
    public boolean changes(SkillCall call) {
        return call.has("items") || call.flag("cancel");
    }

    @Override
    public SkillResult call(SkillCall call) {
        if (call.has("items")) {
            List<TransferView.Item> items = new ArrayList<>();
            call.tree("items").forEach(i -> items.add(new TransferView.Item(i.path("from").textValue(),
                    i.path("to").textValue())));
            return answer(call, transfers.request(call.caller(), call.session(), items,
                    call.flag("move")), "A transfer of " + Words.count(items.size(), "file") + " was asked for"
                    + (call.flag("move") ? "; what arrives is then deleted at its source." : "."));
        }
        TransferView t = call.flag("cancel") ? transfers.cancel(call.caller(), call.transfer())
                : transfers.get(call.caller(), call.transfer());
        return answer(call, t, told(t));
    }

    private static String told(TransferView t) {
        return "Transfer " + t.id() + " is " + t.state() + ", " + t.filesDone() + " of " + Words.count(t.files(), "file")
                + " done" + (t.mover() == null ? "" : " by " + t.mover()) + (t.problem() == null ? ""
                : " (" + t.problem().reason() + ")") + (t.expectedEnd() == null ? "" : ", the end expected at "
                + t.expectedEnd()) + ".";
    }

    private static SkillResult answer(SkillCall call, TransferView t, String told) {
        return SkillResult.say(told).with("transfer", TransferBrief.of(t)).next(t.state().ended() ? null
                : NextCall.of("park", "to be woken when it has ended", "session", call.session() == null ? t.session()
                        : call.session(), "transfers", List.of(t.id())));
    }
}
