package org.diamondhpc.gateway.webhook.domain;

import java.time.Duration;

/** What came of sending a wake once. */
public sealed interface Tried {
    /**
     * The receiver answered.
     *
     * @param retryAfter when it wants to be asked again; null: not said
     */
    record Answered(int status, Duration retryAfter) implements Tried {
    }

    /**
     * There was no answer, or nothing was sent.
     *
     * @param why in words, without the URL's path and query, which may be secret
     */
    record Unanswered(String why) implements Tried {
    }
}
