package org.diamondhpc.gateway.task;

import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.task.TaskState;

/** Which tasks are asked for; what is absent does not matter. All labels must be there. */
public record TaskQuery(List<TaskState> states, SessionId session, String name, Map<String, String> labels,
        String cursor, int limit) {
    public TaskQuery {
        states = Absent.list(states);
        labels = Absent.map(labels);
    }
}
