package org.diamondhpc.gateway.edge.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Singleton;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.skill.Cut;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.task.TaskState;

/**
 * The extension {@code io.modelcontextprotocol/tasks}: a call that would wait for a job's end answers a handle at once.
 * The handle is Diamond's task itself, so it is durable, outlives every process, and belongs to its tenant.
 */
@Singleton
class McpTasks {
    private static final int POLL_MS = 5000;

    private final Tasks tasks;
    private final McpTools tools;

    McpTasks(Tasks tasks, McpTools tools) {
        this.tasks = tasks;
        this.tools = tools;
    }

    /** Whether the call is one that waits for a job's end. */
    static boolean waits(String tool, JsonNode arguments) {
        return tool.equals("submit_task") && arguments.path("waitSeconds").asInt(0) > 0
                && !arguments.path("dryRun").asBoolean(false);
    }

    /** Submits without waiting: the handle, or the tool's own answer where there is no task. */
    ObjectNode begin(StatelessRequest request, ObjectNode arguments) {
        ObjectNode now = arguments.deepCopy();
        now.remove("waitSeconds");
        McpTools.Reply reply = tools.call(request.caller(), "submit_task", now, request.key());
        if (reply.problem() != null) {
            return StatelessMethods.toolResult(reply);
        }
        TaskId id = new TaskId(reply.structured().at("/task/id").textValue());
        return handle(tasks.get(request.caller(), id, false)).put("resultType", "task");
    }

    /** A task as it is, with its result where it has ended. */
    ObjectNode get(Caller caller, TaskId id) {
        TaskView task = tasks.get(caller, id, false);
        ObjectNode handle = handle(task);
        if (task.state().ended() && task.state() != TaskState.CANCELLED) {
            handle.set("result", StatelessMethods.toolResult(tools.call(caller, "get_task",
                    JsonNodeFactory.instance.objectNode().put("task", id.value()), null)));
        }
        return handle;
    }

    int version(Caller caller, TaskId id) {
        return tasks.get(caller, id, false).version();
    }

    void cancel(Caller caller, TaskId id) {
        tasks.cancel(caller.requireWriter(), id, "the client cancelled it");
    }

    private static ObjectNode handle(TaskView task) {
        ObjectNode handle = JsonNodeFactory.instance.objectNode().put("taskId", task.id().value())
                .put("status", status(task.state())).put("statusMessage", message(task))
                .put("createdAt", task.createdAt().toString()).put("lastUpdatedAt", task.changedAt().toString());
        return handle.putNull("ttlMs").put("pollIntervalMs", POLL_MS);
    }

    private static String status(TaskState state) {
        return state == TaskState.CANCELLED ? "cancelled" : state.ended() ? "completed" : "working";
    }

    private static String message(TaskView task) {
        String why = task.problem() != null ? task.problem().reason().name()
                : task.pending() != null ? task.pending().explanation() : null;
        return task.state() + (task.placement() == null ? "" : " at " + task.placement().site())
                + (why == null ? "" : ": " + Cut.to(why, 200));
    }
}
