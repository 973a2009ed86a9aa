package org.diamondhpc.gateway.agent.model;

import java.time.Duration;
import org.diamondhpc.schemas.reason.Reason;

/** A model could not be asked. The message is fit for users: without the key, the endpoint's address and its headers. */
public final class ModelTrouble extends Exception {
    private final transient Reason reason;
    private final transient Duration retryAfter;

    private ModelTrouble(Reason reason, String words, Duration retryAfter) {
        super(words);
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    /** Trying again may help; {@code retryAfter} is what the endpoint asks for, or null. */
    static ModelTrouble passing(String words, Duration retryAfter) {
        return new ModelTrouble(Reason.MODEL_UNAVAILABLE, words, retryAfter);
    }

    static ModelTrouble lasting(String words) {
        return new ModelTrouble(Reason.MODEL_MISCONFIGURED, words, null);
    }

    public Reason reason() {
        return reason;
    }

    public boolean passing() {
        return reason == Reason.MODEL_UNAVAILABLE;
    }

    public Duration retryAfter() {
        return retryAfter;
    }
}
