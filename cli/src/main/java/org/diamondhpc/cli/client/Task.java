package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskState;

/** A task, in full or on one line of a list. */
public record Task(JsonNode json) implements Document {
    public TaskId id() {
        return new TaskId(text("/id"));
    }

    public String name() {
        return text("/name");
    }

    public TaskState state() {
        return TaskState.valueOf(text("/state"));
    }

    public boolean ended() {
        return state().ended();
    }

    public boolean succeeded() {
        return state() == TaskState.SUCCEEDED;
    }

    public int version() {
        return (int) number("/version");
    }

    public String site() {
        String placed = text("/placement/site");
        return placed == null ? text("/site") : placed;
    }

    public String partition() {
        String placed = text("/placement/partition");
        return placed == null ? text("/partition") : placed;
    }

    /** The scheduler's id. */
    public String job() {
        String known = text("/job/id");
        return known == null ? text("/job") : known;
    }

    /** The reason code of what failed or is in the way. */
    public String reason() {
        String full = text("/problem/reason");
        return full == null ? text("/reason") : full;
    }

    public String detail() {
        String full = text("/problem/detail");
        return full == null ? text("/detail") : full;
    }

    public Placement placement() {
        return object("/placement", Placement.class);
    }

    public List<CollectedOutput> outputs() {
        return list("/outputs", CollectedOutput.class);
    }
}
