package org.diamondhpc.gateway.agent.domain;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.diamondhpc.schemas.Absent;

/** One thing of a conversation; written once and never changed. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Entry.Asked.class, name = "asked"),
    @JsonSubTypes.Type(value = Entry.Said.class, name = "said"),
    @JsonSubTypes.Type(value = Entry.Done.class, name = "done"),
    @JsonSubTypes.Type(value = Entry.Woken.class, name = "woken"),
    @JsonSubTypes.Type(value = Entry.GivenUp.class, name = "givenUp")
})
public sealed interface Entry {
    /** The user's goal; begins a turn. */
    record Asked(String text) implements Entry {
    }

    /**
     * The model's answer: words, calls or both.
     *
     * @param cut whether it ended because it had become too long
     */
    record Said(String text, List<ToolCall> calls, boolean cut, Usage usage) implements Entry {
        public Said {
            text = text == null ? "" : text;
            calls = Absent.list(calls);
        }
    }

    /**
     * What came of a call.
     *
     * @param text as the model is shown it
     * @param failed whether it tells what went wrong
     * @param waitId the wait by which the call put the session to sleep; null: it did not
     * @param summary for people
     */
    record Done(String call, String skill, String text, boolean failed, String waitId, String summary)
            implements Entry {
        public static Done failed(ToolCall call, String text) {
            return new Done(call.id(), call.name(), text, true, null, text);
        }
    }

    /** The session was woken. */
    record Woken(long number, String waitId, String reason, JsonNode digest) implements Entry {
        private static final String ATTENTION = "ATTENTION";

        /** Whether the wait goes on after this wake. */
        boolean goesOn() {
            return reason.equals(ATTENTION);
        }
    }

    /** Somebody cancelled a wait; no wake comes of it. */
    record GivenUp(String waitId) implements Entry {
    }
}
