package org.diamondhpc.gateway.task;

import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.spec.TaskSpec;

/** A task to be asked for; {@code session} may be absent. */
public record TaskSubmission(TaskSpec spec, SessionId session) {
}
