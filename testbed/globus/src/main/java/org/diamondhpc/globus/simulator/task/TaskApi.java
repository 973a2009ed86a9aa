package org.diamondhpc.globus.simulator.task;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import org.diamondhpc.globus.simulator.auth.Caller;
import org.diamondhpc.globus.simulator.auth.TransferDoor;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.http.Refusal;
import org.diamondhpc.globus.simulator.http.Request;

/** Looking at tasks, changing and cancelling them. */
public final class TaskApi {
    private static final int PAGE = 10;
    private static final int LARGEST_PAGE = 1000;
    private static final int MARKED_PAGE = 100;

    private final TaskBoard board;
    private final Function<String, String> displayName;
    private final Clock clock;

    /** @param displayName of a collection; null where it is gone */
    public TaskApi(TaskBoard board, Function<String, String> displayName, Clock clock) {
        this.board = board;
        this.displayName = displayName;
        this.clock = clock;
    }

    public void open(TransferDoor door) {
        door.open("GET", "task_list", this::list);
        door.open("GET", "task/:id", (caller, r) -> task(caller, r).document(displayName));
        door.open("PUT", "task/:id", this::change);
        door.open("POST", "task/:id/cancel", this::cancel);
        door.open("GET", "task/:id/event_list", this::events);
        door.open("GET", "task/:id/successful_transfers", (caller, r) -> marked("successful_transfers", r,
                task(caller, r).successes(), SuccessfulTransfer::document));
        door.open("GET", "task/:id/skipped_errors", (caller, r) -> marked("skipped_errors", r,
                task(caller, r).skippedErrors(), SkippedError::document));
        door.open("GET", "task/:id/pause_info", (caller, r) -> board.pauseInfo(task(caller, r), displayName));
    }

    private Task task(Caller caller, Request request) {
        return board.find(caller, request.path("id"));
    }

    private ObjectNode list(Caller caller, Request request) {
        List<Task> wanted = TaskQuery.of(request).select(board.all(caller));
        ObjectNode answer = page("task_list", request, wanted.size());
        fill(answer, request, wanted, t -> t.document(displayName));
        return answer;
    }

    private ObjectNode events(Caller caller, Request request) {
        List<Event> newestFirst = task(caller, request).events().reversed();
        boolean errorsOnly = request.query("filter").filter("is_error:1"::equals).isPresent()
                || request.query("filter_is_error").filter("1"::equals).isPresent();
        List<Event> wanted = newestFirst.stream().filter(e -> !errorsOnly || e.code().error()).toList();
        ObjectNode answer = page("event_list", request, wanted.size());
        fill(answer, request, wanted, Event::document);
        return answer;
    }

    private static ObjectNode page(String type, Request request, int total) {
        return Json.document(type).put("limit", request.number("limit", PAGE, LARGEST_PAGE))
                .put("offset", request.number("offset", 0, Integer.MAX_VALUE)).put("total", total);
    }

    private static <T> void fill(ObjectNode answer, Request request, List<T> all, Function<T, ObjectNode> document) {
        ArrayNode data = answer.putArray("DATA");
        all.stream().skip(answer.get("offset").intValue()).limit(answer.get("limit").intValue())
                .forEach(t -> data.add(document.apply(t)));
        answer.put("length", data.size());
    }

    /** Pages that name the next one; null ends. */
    private static <T> ObjectNode marked(String type, Request request, List<T> all, Function<T, ObjectNode> document) {
        int marker = request.number("marker", 0, Integer.MAX_VALUE);
        ObjectNode answer = Json.document(type).put("marker", marker);
        if (marker + MARKED_PAGE < all.size()) {
            answer.put("next_marker", marker + MARKED_PAGE);
        } else {
            answer.putNull("next_marker");
        }
        ArrayNode data = answer.putArray("DATA");
        all.stream().skip(marker).limit(MARKED_PAGE).forEach(t -> data.add(document.apply(t)));
        return answer;
    }

    private ObjectNode change(Caller caller, Request request) {
        record Change(String label, String deadline) { }
        Change change = request.document(Change.class, "task");
        Task task = task(caller, request);
        if (task.status().ended()) {
            // The code is not verified.
            throw Refusal.of(409, "Conflict", "The task has completed and can no longer be changed");
        }
        Validation.label(change.label());
        task.change(change.label(), change.deadline() == null ? null
                : Validation.deadline(change.deadline(), clock.instant()));
        return Json.document("result").put("code", "Updated").put("message", "The task has been updated successfully.");
    }

    private ObjectNode cancel(Caller caller, Request request) {
        boolean cancelled = task(caller, request).cancel();
        return Json.document("result").put("code", cancelled ? "Canceled" : "TaskComplete")
                .put("message", cancelled ? "The task has been cancelled successfully."
                        : "The task completed before the cancel request was processed.");
    }
}
