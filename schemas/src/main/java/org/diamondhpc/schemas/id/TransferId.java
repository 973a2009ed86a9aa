package org.diamondhpc.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** One transfer between places; made by {@link IdSource}. */
public record TransferId(@JsonValue String value) implements Id {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public TransferId {
        Id.check("transfer", value, MADE);
    }

    @Override
    public String toString() {
        return value;
    }
}
