package org.diamondhpc.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** One request of an agent; made by {@link IdSource}. */
public record TaskId(@JsonValue String value) implements Id {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public TaskId {
        Id.check("task", value, MADE);
    }

    @Override
    public String toString() {
        return value;
    }
}
