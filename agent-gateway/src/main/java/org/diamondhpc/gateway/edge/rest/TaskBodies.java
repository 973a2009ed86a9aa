package org.diamondhpc.gateway.edge.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.gateway.task.TaskSubmission;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.SpecReader;

/** Reads a task specification with its {@code session}, as JSON or YAML, and all errors at once. */
@Singleton
public class TaskBodies {
    static final String YAML = "application/yaml";
    private static final int MAX_BATCH = 500;

    private final SpecReader specs;

    TaskBodies(SpecReader specs) {
        this.specs = specs;
    }

    TaskSubmission one(byte[] body, MediaType type) {
        return one(type != null && type.getSubtype().contains("yaml") ? Bodies.yaml(body) : Bodies.json(body));
    }

    /** @throws DiamondException {@code INVALID_SPEC} with all errors */
    public TaskSubmission one(JsonNode tree) {
        List<Violation> violations = new ArrayList<>();
        TaskSubmission submission = read(tree, "", violations);
        return checked(submission, violations);
    }

    List<TaskSubmission> batch(byte[] body) {
        return batch(Bodies.json(body));
    }

    /** @throws DiamondException {@code INVALID_SPEC} with all errors of all tasks */
    public List<TaskSubmission> batch(JsonNode tree) {
        if (!tree.isArray() || tree.isEmpty() || tree.size() > MAX_BATCH) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "a batch is an array of 1 to " + MAX_BATCH + " tasks");
        }
        List<Violation> violations = new ArrayList<>();
        List<TaskSubmission> all = new ArrayList<>();
        for (int i = 0; i < tree.size(); i++) {
            all.add(read(tree.get(i), "/" + i, violations));
        }
        return checked(all, violations);
    }

    private static <T> T checked(T value, List<Violation> violations) {
        if (!violations.isEmpty()) {
            throw new DiamondException(Problem.of(Reason.INVALID_SPEC, violations));
        }
        return value;
    }

    private TaskSubmission read(JsonNode tree, String at, List<Violation> violations) {
        SessionId session = null;
        if (tree instanceof ObjectNode object && object.has("session")) {
            try {
                session = new SessionId(object.remove("session").textValue());
            } catch (IllegalArgumentException e) {
                violations.add(new Violation(at + "/session", e.getMessage()));
            }
        }
        SpecReader.Result result = specs.read(tree);
        result.violations().forEach(v -> violations.add(new Violation(at + v.pointer(), v.message())));
        return new TaskSubmission(result.spec(), session);
    }
}
