package org.diamondhpc.gateway.agent.domain;

import java.util.List;

/** What a model is shown of a conversation, before it takes the form of an endpoint. */
public sealed interface Message {
    record User(String text) implements Message {
    }

    record Assistant(String text, List<ToolCall> calls) implements Message {
    }

    /** The result of a call; those of one answer follow it without anything in between. */
    record Result(String call, String text, boolean failed) implements Message {
    }
}
