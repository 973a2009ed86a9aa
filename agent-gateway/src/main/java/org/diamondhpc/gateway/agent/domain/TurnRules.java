package org.diamondhpc.gateway.agent.domain;

import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/**
 * The loop of a hosted agent as one decision: calls are carried out, wakes are heard, the model is asked, until it answers
 * in words or sleeps. The same for a turn that was just begun, was woken, or lost its gateway in the middle.
 */
public final class TurnRules {
    private static final String CUT = " … (cut: the answer had reached the most tokens it may have)";

    private TurnRules() {
    }

    public static Step next(Turn turn, Surroundings around, Limits limits) {
        Conversation talk = turn.conversation();
        List<ToolCall> open = talk.openCalls();
        if (!open.isEmpty()) {
            return limits.beforeCalling(turn.spent(), open.size()).<Step>map(TurnRules::exceeded)
                    .orElseGet(() -> new Step.Call(open));
        }
        Optional<String> words = talk.last() instanceof Entry.Said said
                ? Optional.of(said.text() + (said.cut() ? CUT : "")) : Optional.empty();
        List<Entry> news = around.news();
        if (!news.isEmpty() && (words.isEmpty() || concerned(talk, around))) {
            return new Step.Hear(news);
        }
        if (words.isPresent()) {
            return around.openWaits().isEmpty() ? new Step.Answer(words.get()) : new Step.Sleep();
        }
        if (talk.sleeping(around.openWaits())) {
            return new Step.Sleep();
        }
        return limits.beforeAsking(turn.spent()).<Step>map(TurnRules::exceeded).orElseGet(Step.Ask::new);
    }

    /** A turn that has answered is not begun again by what others of the session waited for. */
    private static boolean concerned(Conversation talk, Surroundings around) {
        return !around.openWaits().isEmpty()
                || around.wakes().stream().anyMatch(w -> talk.waits().contains(w.waitId()));
    }

    private static Step exceeded(String which) {
        return new Step.Stop(Problem.of(Reason.POLICY_AGENT_LIMIT, "the turn was ended: " + which));
    }
}
