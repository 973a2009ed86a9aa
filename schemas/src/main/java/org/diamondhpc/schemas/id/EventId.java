package org.diamondhpc.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** One event, the key by which duplicates are known ({@code ce_id}); made by {@link IdSource}. */
public record EventId(@JsonValue String value) implements Id {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public EventId {
        Id.check("event", value, MADE);
    }

    @Override
    public String toString() {
        return value;
    }
}
