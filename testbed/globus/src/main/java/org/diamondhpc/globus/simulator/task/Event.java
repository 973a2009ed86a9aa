package org.diamondhpc.globus.simulator.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.model.EventCode;

/** Something that happened to a task. */
public record Event(EventCode code, String details, Instant time) {
    ObjectNode document() {
        return Json.document("event").put("code", code.name()).put("description", code.description())
                .put("details", details).put("is_error", code.error()).put("time", Json.taskTime(time));
    }
}
