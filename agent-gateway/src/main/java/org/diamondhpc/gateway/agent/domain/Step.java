package org.diamondhpc.gateway.agent.domain;

import java.util.List;
import org.diamondhpc.schemas.reason.Problem;

/** What a turn does next. */
public sealed interface Step {
    /** Ask the model. */
    record Ask() implements Step {
    }

    /** Carry these calls out, in order. */
    record Call(List<ToolCall> calls) implements Step {
    }

    /** Tell the model what has happened meanwhile. */
    record Hear(List<Entry> news) implements Step {
    }

    /** Let go until a wake comes. */
    record Sleep() implements Step {
    }

    /** The turn is over: this is the answer. */
    record Answer(String text) implements Step {
    }

    /** The turn is over without an answer. */
    record Stop(Problem problem) implements Step {
    }
}
