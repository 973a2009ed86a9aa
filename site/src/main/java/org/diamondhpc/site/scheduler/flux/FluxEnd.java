package org.diamondhpc.site.scheduler.flux;

import com.fasterxml.jackson.databind.JsonNode;
import org.diamondhpc.schemas.task.JobEnd;
import org.diamondhpc.site.scheduler.family.Sight.Ending;

/** How an inactive job ended: its result, the exception that ended it, and its wait status where it had one. */
final class FluxEnd {
    private static final int LARGEST_CODE = 128;

    private FluxEnd() {
    }

    static Ending of(JsonNode j) {
        JsonNode exception = j.path("exception");
        String type = exception.path("occurred").asBoolean() ? exception.path("type").asText() : "";
        String note = exception.path("note").asText("");
        return switch (j.path("result").asText()) {
            case "COMPLETED" -> new Ending(JobEnd.COMPLETED, 0, null, null);
            case "CANCELED" -> new Ending(JobEnd.CANCELLED, null, null, note.isEmpty() ? "cancelled" : "cancelled: " + note);
            case "TIMEOUT" -> new Ending(JobEnd.TIMEOUT, null, null, null);
            default -> failed(j, type, note);
        };
    }

    private static Ending failed(JsonNode j, String type, String note) {
        switch (type) {
            case "dependency":
                return new Ending(JobEnd.DEPENDENCY_FAILED, null, null, note);
            case "alloc":
                return new Ending(JobEnd.LAUNCH_FAILED, null, null, "Flux can never give what it asks for: " + note);
            case "exec":
                if (note.startsWith("node failure") || note.contains("lost contact")) {
                    return new Ending(JobEnd.NODE_FAIL, null, null, note);
                }
                break;
            default:
                break;
        }
        int code = j.path("returncode").asInt(-1);
        if (!j.hasNonNull("waitstatus")) {
            return new Ending(JobEnd.FAILED, null, null, type.isEmpty() ? "it ended without an exit status"
                    : type + ": " + note);
        }
        return code > LARGEST_CODE ? new Ending(JobEnd.FAILED, null, code - LARGEST_CODE, null)
                : new Ending(JobEnd.FAILED, code, null, type.isEmpty() || note.isEmpty() ? null : note);
    }
}
