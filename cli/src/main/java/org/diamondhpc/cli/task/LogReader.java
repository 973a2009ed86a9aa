package org.diamondhpc.cli.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.LogPiece;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.client.TasksApi;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.TaskState;

/** Prints what a task prints, byte by byte, from the beginning or as it comes. */
final class LogReader {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Shell shell;
    private final TasksApi tasks;
    private final TaskId task;
    private final String stream;
    private final Integer element;
    private long offset;

    LogReader(Shell shell, TaskId task, String stream, Integer element) {
        this.shell = shell;
        this.tasks = shell.client().tasks();
        this.task = task;
        this.stream = stream;
        this.element = element;
    }

    /** Everything so far. */
    void all() {
        while (piece()) {
            continue;
        }
    }

    /** The last piece only. */
    void end(int bytes) {
        LogPiece last = tasks.log(task, stream, null, element);
        int from = Math.max(0, last.bytes().length - bytes);
        print(Arrays.copyOfRange(last.bytes(), from, last.bytes().length), last.next());
        offset = last.next();
    }

    /** Until the task has ended; a job that has not begun is waited for, another attempt begins anew. */
    void follow() {
        Task seen = tasks.get(task);
        long attempt = seen.number("/attempt");
        while (true) {
            boolean last = seen.ended();
            boolean more = begun(seen) && tried();
            if (!more && last) {
                return;
            }
            if (!more) {
                seen = seen.state() == TaskState.RUNNING || seen.state() == TaskState.COLLECTING
                        ? paused() : tasks.changed(seen, Duration.ofSeconds(30));
                if (seen.number("/attempt") != attempt) {
                    attempt = seen.number("/attempt");
                    offset = 0;
                }
            }
        }
    }

    private static boolean begun(Task task) {
        return task.json().path("timings").hasNonNull("startedAt");
    }

    private Task paused() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiException.of(Reason.INTERNAL_UNAVAILABLE, "interrupted").failure(), e);
        }
        return tasks.get(task);
    }

    /** Trouble of the site passes while a task runs. */
    private boolean tried() {
        try {
            return piece();
        } catch (ApiException e) {
            if (e.failure().is(Reason.SITE_NO_SUCH_FILE) || e.failure().is(Reason.INVALID_STATE)
                    || e.failure().temporary()) {
                return false;
            }
            throw e;
        }
    }

    /** Whether there was something new. */
    private boolean piece() {
        LogPiece piece = tasks.log(task, stream, offset, element);
        print(piece.bytes(), piece.next());
        boolean more = piece.next() > offset;
        offset = piece.next();
        return more && piece.bytes().length > 0;
    }

    private void print(byte[] bytes, long next) {
        if (bytes.length == 0) {
            return;
        }
        if (shell.json()) {
            ObjectNode line = DiamondJson.json().createObjectNode().put("task", task.value()).put("stream", stream)
                    .put("next", next);
            String text = new String(bytes, StandardCharsets.UTF_8);
            shell.jsonLine(text.indexOf('\uFFFD') < 0 ? line.put("text", text)
                    : line.put("base64", Base64.getEncoder().encodeToString(bytes)));
        } else {
            shell.terminal().out().writeBytes(bytes);
            shell.terminal().out().flush();
        }
    }
}
