package org.diamondhpc.model.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a scripted model answers. */
public sealed interface Answer {
    /** In words. */
    record Words(String text) implements Answer {
    }

    /** Calls, with words before them or none; arguments are sent as they are written. */
    record Calls(String text, List<Call> calls) implements Answer {
        public Calls {
            calls = List.copyOf(calls);
        }

        public Calls and(String tool, String arguments) {
            List<Call> all = new ArrayList<>(calls);
            all.add(new Call(tool, arguments));
            return new Calls(text, all);
        }
    }

    /** A call as the model writes it; in the Anthropic form what is no JSON object arrives as a text. */
    record Call(String tool, String arguments) {
    }

    /** The model declines. */
    record Refusal(String text) implements Answer {
    }

    /** The answer is cut at the most tokens it may have. */
    record Cut(String text) implements Answer {
    }

    /** Something else over HTTP. */
    record Http(int status, Map<String, String> headers, String body) implements Answer {
    }

    /** The connection ends in the middle of the answer. */
    record Broken() implements Answer {
    }

    /** The same, later. */
    record Late(Duration pause, Answer then) implements Answer {
    }

    static Answer words(String text) {
        return new Words(text);
    }

    static Calls call(String tool, String arguments) {
        return new Calls("", List.of(new Call(tool, arguments)));
    }

    /** As endpoints tell of trouble. */
    static Answer trouble(int status, String message) {
        return new Http(status, Map.of(), "{\"error\":{\"type\":\"error\",\"message\":\"" + message + "\"}}");
    }
}
