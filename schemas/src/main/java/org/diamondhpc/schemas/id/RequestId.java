package org.diamondhpc.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** One interactive site request; made by {@link IdSource}. */
public record RequestId(@JsonValue String value) implements Id {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public RequestId {
        Id.check("request", value, MADE);
    }

    @Override
    public String toString() {
        return value;
    }
}
