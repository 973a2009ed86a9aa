package org.diamondhpc.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** An independently administered cluster or workstation. */
public record SiteId(@JsonValue String value) implements Id {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public SiteId {
        Id.check("site", value, NAME);
    }

    @Override
    public String toString() {
        return value;
    }
}
