package org.diamondhpc.gateway.agent.domain;

import java.util.List;

/** A model's answer, whatever the endpoint's form. */
public sealed interface Reply {
    Usage usage();

    /** Words, calls or both; {@code cut}: it would have gone on. */
    record Spoken(String text, List<ToolCall> calls, boolean cut, Usage usage) implements Reply {
        public Spoken {
            calls = List.copyOf(calls);
        }
    }

    /** The model, or a filter before it, declines. */
    record Declined(String why, Usage usage) implements Reply {
    }
}
