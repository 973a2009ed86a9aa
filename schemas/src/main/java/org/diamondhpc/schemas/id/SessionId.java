package org.diamondhpc.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** One agent's conversation; made by {@link IdSource}. */
public record SessionId(@JsonValue String value) implements Id {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public SessionId {
        Id.check("session", value, MADE);
    }

    @Override
    public String toString() {
        return value;
    }
}
