package org.diamondhpc.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Whose object it is: one user or group of Diamond. */
public record TenantId(@JsonValue String value) implements Id {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public TenantId {
        Id.check("tenant", value, NAME);
    }

    @Override
    public String toString() {
        return value;
    }
}
