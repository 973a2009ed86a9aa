package org.diamondhpc.globus.simulator.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.diamondhpc.globus.simulator.auth.Caller;
import org.diamondhpc.globus.simulator.auth.TransferDoor;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.http.Request;
import org.diamondhpc.globus.simulator.model.Limits;

/** Submitting. The same submission_id is the same task, however often it is sent. */
public final class SubmitApi {
    /** Whether an identity may use collections as an order wants it. */
    @FunctionalInterface
    public interface Permission {
        /** @throws org.diamondhpc.globus.simulator.http.Refusal 403 or 404 where it may not */
        void check(Caller caller, Order order);
    }

    private final TaskBoard board;
    private final Permission permission;
    private final Limits limits;
    private final Clock clock;

    public SubmitApi(TaskBoard board, Permission permission, Limits limits, Clock clock) {
        this.board = board;
        this.permission = permission;
        this.limits = limits;
        this.clock = clock;
    }

    public void open(TransferDoor door) {
        door.open("GET", "submission_id",
                (caller, r) -> Json.document("submission_id").put("value", UUID.randomUUID().toString()));
        door.open("POST", "transfer", (caller, r) -> {
            TransferDocument document = r.document(TransferDocument.class, "transfer");
            return submit(caller, Validation.transfer(document), document.deadline(), r);
        });
        door.open("POST", "delete", (caller, r) -> {
            DeleteDocument document = r.document(DeleteDocument.class, "delete");
            return submit(caller, Validation.delete(document), document.deadline(), r);
        });
    }

    private ObjectNode submit(Caller caller, Order order, String deadline, Request request) {
        synchronized (board) {
            Optional<Task> before = board.submitted(caller, order.submissionId());
            if (before.isPresent()) {
                return result(before.get(), "Duplicate", "A task with this submission_id was accepted before", request);
            }
            permission.check(caller, order);
            Instant now = clock.instant();
            Instant until = deadline == null ? now.plus(limits.deadline()) : Validation.deadline(deadline, now);
            Task task = board.submit(caller, order, until);
            return result(task, "Accepted", "The " + order.type().toLowerCase(Locale.ROOT)
                    + " has been accepted and a task has been created and queued for execution", request);
        }
    }

    private static ObjectNode result(Task task, String code, String message, Request request) {
        ObjectNode answer = Json.document(task.order().type().toLowerCase(Locale.ROOT) + "_result").put("code", code)
                .put("message", message).put("resource", request.resource())
                .put("submission_id", task.order().submissionId()).put("task_id", task.id());
        answer.putObject("task_link").put("DATA_TYPE", "link").put("href", "/v0.10/task/" + task.id() + "?format=json")
                .put("rel", "related").put("resource", "task").put("title", "related task");
        return answer;
    }
}
