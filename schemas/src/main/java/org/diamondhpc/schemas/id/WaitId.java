package org.diamondhpc.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** What a parked session waits for; made by {@link IdSource}. */
public record WaitId(@JsonValue String value) implements Id {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public WaitId {
        Id.check("wait", value, MADE);
    }

    @Override
    public String toString() {
        return value;
    }
}
