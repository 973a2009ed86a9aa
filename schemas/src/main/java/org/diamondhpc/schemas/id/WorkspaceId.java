package org.diamondhpc.schemas.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** An agent's cross-site memory: {@code ws://NAME/path}. */
public record WorkspaceId(@JsonValue String value) implements Id {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public WorkspaceId {
        Id.check("workspace", value, WORKSPACE);
    }

    @Override
    public String toString() {
        return value;
    }
}
