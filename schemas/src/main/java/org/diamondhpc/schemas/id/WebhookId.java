package org.diamondhpc.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** An address that a session's wakes are sent to; made by {@link IdSource}. */
public record WebhookId(@JsonValue String value) implements Id {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public WebhookId {
        Id.check("webhook", value, MADE);
    }

    @Override
    public String toString() {
        return value;
    }
}
