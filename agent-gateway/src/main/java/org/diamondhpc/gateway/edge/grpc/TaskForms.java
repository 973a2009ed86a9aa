package org.diamondhpc.gateway.edge.grpc;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Singleton;
import java.util.List;
import org.diamondhpc.api.gateway.v1.ListTasksRequest;
import org.diamondhpc.api.gateway.v1.SubmitTasksRequest;
import org.diamondhpc.api.gateway.v1.TaskSpec;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.gateway.edge.rest.TaskBodies;
import org.diamondhpc.gateway.task.TaskQuery;
import org.diamondhpc.gateway.task.TaskSubmission;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.TaskState;

/** What is asked for of tasks, from messages: read as the other edges' bodies are, by the same reader. */
@Singleton
class TaskForms {
    private final TaskBodies bodies;

    TaskForms(TaskBodies bodies) {
        this.bodies = bodies;
    }

    /** @param session null: none */
    TaskSubmission one(TaskSpec spec, String session) {
        return bodies.one(tree(spec, session));
    }

    List<TaskSubmission> batch(SubmitTasksRequest request) {
        ArrayNode all = DiamondJson.json().createArrayNode();
        request.getTasksList().forEach(task -> all.add(tree(task.getSpec(),
                task.hasSession() ? task.getSession() : null)));
        return bodies.batch(all);
    }

    TaskQuery query(ListTasksRequest request) {
        List<TaskState> states = request.getStatesList().stream().map(TaskForms::state).toList();
        request.getLabelsMap().forEach((key, value) -> {
            Params.plain("label", key);
            Params.plain("label", value);
        });
        return new TaskQuery(states, request.hasSession() ? Params.session(request.getSession()) : null,
                request.hasName() ? Params.plain("name", request.getName()) : null, request.getLabelsMap(),
                Pieces.pageToken(request.getPageToken()), Pieces.pageSize(request.getPageSize()));
    }

    private static TaskState state(org.diamondhpc.api.gateway.v1.TaskState asked) {
        return Words.of(asked, TaskState.class).orElseThrow(() ->
                DiamondException.of(Reason.INVALID_REQUEST, "states holds a state that there is not"));
    }

    private static ObjectNode tree(TaskSpec spec, String session) {
        ObjectNode tree = Trees.of(spec);
        if (session != null) {
            tree.put("session", session);
        }
        return tree;
    }
}
