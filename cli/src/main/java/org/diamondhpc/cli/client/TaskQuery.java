package org.diamondhpc.cli.client;

import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * Which tasks are asked for; what is absent does not matter.
 *
 * @param labels each {@code key=value}; all must be there
 * @param limit most tasks, newest first
 */
public record TaskQuery(List<String> states, List<String> labels, String session, String name, int limit) {
    public TaskQuery {
        states = Absent.list(states);
        labels = Absent.list(labels);
    }

    Call on(Call call) {
        Call asked = call.with("session", session).with("name", name);
        for (String state : states) {
            asked = asked.with("state", state);
        }
        for (String label : labels) {
            asked = asked.with("label", label);
        }
        return asked;
    }
}
