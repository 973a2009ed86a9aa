package org.diamondhpc.gateway.webhook.domain;

/** How a webhook stands. */
public enum HookState {
    /** Wakes are sent. */
    ACTIVE,
    /** It failed for too long; wakes are kept until somebody asks for redelivery. */
    GIVEN_UP,
    /** The receiver said that it is gone for good (410). */
    GONE
}
