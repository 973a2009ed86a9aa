package org.diamondhpc.cli.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.EventStream;
import org.diamondhpc.cli.client.StreamEvent;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.client.TasksApi;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Screen;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.TaskId;

/**
 * Follows tasks until all have ended: one stream a task tells that something happened, the task is read again, its
 * line changes. Streams go on by themselves where they were cut.
 */
final class Watching {
    private static final Duration TICK = Duration.ofSeconds(1);

    private final Shell shell;
    private final TasksApi tasks;
    private final Screen screen;
    private final Map<TaskId, Task> seen = new LinkedHashMap<>();
    private final BlockingQueue<News> news = new LinkedBlockingQueue<>();

    /** One event of one task, or why its stream broke; neither: it is over. */
    private record News(TaskId task, JsonNode event, RuntimeException failure) {
    }

    Watching(Shell shell) {
        this.shell = shell;
        this.tasks = shell.client().tasks();
        this.screen = new Screen(shell.terminal());
    }

    /** The tasks as they ended, in the given order. */
    List<Task> untilEnd(List<TaskId> watched) throws InterruptedException {
        for (TaskId id : watched) {
            seen.put(id, tasks.get(id));
        }
        show();
        seen.values().stream().filter(t -> !t.ended()).forEach(t -> follow(t.id()));
        while (seen.values().stream().anyMatch(t -> !t.ended())) {
            News next = news.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
            if (next != null) {
                take(next);
            }
            show();
        }
        return List.copyOf(seen.values());
    }

    private void take(News next) {
        if (next.failure() != null) {
            throw next.failure();
        }
        if (shell.json()) {
            ObjectNode line = DiamondJson.json().createObjectNode().put("task", next.task().value());
            line.set("event", next.event());
            shell.jsonLine(line);
        }
        if (news.stream().noneMatch(n -> n.task().equals(next.task()))) {
            seen.put(next.task(), tasks.get(next.task()));
        }
    }

    private void show() {
        if (!shell.json() && !shell.quiet()) {
            screen.show(seen.values().stream().map(t -> shell.terminal().live() ? RingLine.of(shell, t)
                    : RingLine.plain(shell, t)).toList());
        }
    }

    private void follow(TaskId task) {
        Thread.ofVirtual().name("watch-" + task).start(() -> {
            try (EventStream stream = tasks.follow(task, 0)) {
                for (StreamEvent event = stream.next(); event != null; event = stream.next()) {
                    news.add(new News(task, event.json(), null));
                }
            } catch (ApiException e) {
                news.add(new News(task, null, e));
            }
        });
    }
}
