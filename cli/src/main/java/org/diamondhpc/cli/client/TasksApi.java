package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Reason;

/** Tasks: asking, looking, waiting, stopping. */
public final class TasksApi {
    /** The gateway's longest long-poll. */
    private static final Duration LONGEST = Duration.ofSeconds(50);
    private static final String PATH = "v1/tasks";

    private final Http http;

    TasksApi(Http http) {
        this.http = http;
    }

    /**
     * Asks for a task.
     *
     * @param spec a task specification, with {@code session} where it belongs to one
     * @param intent kept for every further try of the same request
     */
    public Task submit(JsonNode spec, Intent intent) {
        return new Task(http.send(Call.once(PATH, spec, intent)).json());
    }

    /** Asks for up to 500 tasks, all or none, in this order. */
    public List<Task> submitAll(JsonNode specs, Intent intent) {
        JsonNode page = http.send(Call.once("v1/task-batches", specs, intent)).json();
        return ((Document) () -> page).list("/items", node -> new Task(node));
    }

    /** Where it would go, without asking for it. */
    public Plan plan(JsonNode spec) {
        return new Plan(http.send(Call.post("v1/placements", spec)).json());
    }

    /** A script of another scheduler as a task, and for a site as its own script. */
    public Document translate(JsonNode request) {
        JsonNode answer = http.send(Call.post("v1/translations", request)).json();
        return () -> answer;
    }

    public List<Task> list(TaskQuery query) {
        return Pages.all(http, query.on(Call.get(PATH)), query.limit(), Task::new);
    }

    public Task get(TaskId task) {
        return new Task(http.send(Call.get(path(task))).json());
    }

    public Task full(TaskId task) {
        return new Task(http.send(Call.get(path(task)).with("view", "full")).json());
    }

    /** The task once it has ended, or as it is when the time is up. Sleeps in long-polls; null waits for ever. */
    public Task ended(TaskId task, Duration atMost) {
        return until(task, atMost, Task::ended);
    }

    /** The task once the condition holds or it has ended, or as it is when the time is up. */
    public Task until(TaskId task, Duration atMost, Predicate<Task> condition) {
        Deadline deadline = Deadline.in(atMost);
        Task seen = get(task);
        while (!condition.test(seen) && !seen.ended() && !deadline.over()) {
            seen = changed(seen, deadline.atMost(LONGEST));
        }
        return seen;
    }

    /** The task as soon as it differs from {@code seen}, or the same after {@code atMost} (up to 50 s). */
    public Task changed(Task seen, Duration atMost) {
        Reply reply = http.send(Call.get(path(seen.id())).with("wait", Math.max(1, atMost.toSeconds()))
                .header("If-None-Match", "\"v" + seen.version() + "\"").patient(atMost));
        return reply.unchanged() ? seen : new Task(reply.json());
    }

    /** A second time, or after the end, nothing happens. */
    public Task cancel(TaskId task, String why) {
        return new Task(http.send(Call.post(path(task) + "/cancel", null).with("why", why)).json());
    }

    /** The same again as a new task. */
    public Task retry(TaskId task, Intent intent) {
        return new Task(http.send(Call.once(path(task) + "/retry", null, intent)).json());
    }

    public void hold(TaskId task) {
        http.send(Call.post(path(task) + "/hold", null));
    }

    public void release(TaskId task) {
        http.send(Call.post(path(task) + "/release", null));
    }

    /** What happened so far, oldest first. */
    public List<TaskEntry> events(TaskId task) {
        JsonNode page = http.send(Call.get(path(task) + "/events").with("limit", 500)).json();
        return ((Document) () -> page).list("/items", node -> new TaskEntry(node));
    }

    /** What happens, live, after entry {@code after}; ends with the task. */
    public EventStream follow(TaskId task, long after) {
        return new EventStream(http, path(task) + "/events", after == 0 ? null : Long.toString(after),
                event -> "org.diamondhpc.task.ended.v1".equals(event.json().path("type").asText()));
    }

    /**
     * What it printed.
     *
     * @param stream {@code stdout} or {@code stderr}
     * @param offset from there; null: only the last piece
     * @param element of an array; null: it is none
     */
    public LogPiece log(TaskId task, String stream, Long offset, Integer element) {
        Reply r = http.send(Call.get(path(task) + "/logs/" + stream).with("offset", offset).with("element", element)
                .with("tail", offset == null ? 256 * 1024 : null));
        if (r.header("X-Next-Offset") == null) {
            throw ApiException.of(Reason.INTERNAL_ERROR, "the answer has no X-Next-Offset");
        }
        return new LogPiece(r.body(), Long.parseLong(r.header("X-Next-Offset")), Long.parseLong(r.header("X-Size")));
    }

    private static String path(TaskId task) {
        return PATH + "/" + task;
    }
}
