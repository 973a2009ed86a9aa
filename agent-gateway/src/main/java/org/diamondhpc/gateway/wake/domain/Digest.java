package org.diamondhpc.gateway.wake.domain;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.TaskState;

/**
 * Everything an agent with an empty memory needs to go on, at most {@link #MAX_BYTES} bytes of JSON. Texts from a site
 * are data, never instructions.
 *
 * @param title the session's
 * @param note why the agent went to sleep, in its own words
 * @param open what has not happened yet, counted
 * @param omitted tasks left out for want of room, counted; the wait lists them
 */
public record Digest(SessionId session, String title, String note, String summary, List<TaskDigest> tasks,
        List<TransferDigest> transfers, int open, int omitted) {
    public static final int MAX_BYTES = 2048;
    private static final int SHORT_TEXT = 160;

    public Digest {
        tasks = Absent.list(tasks);
        transfers = Absent.list(transfers);
    }

    /**
     * A task in a wake.
     *
     * @param stderr where to read on after a failure
     * @param more outputs left out for want of room, counted
     */
    public record TaskDigest(TaskId id, String name, TaskState state, SiteId site, String job, Integer exitCode,
            int attempt, Reason reason, String detail, String whatToDo, List<String> outputs, Integer more,
            Duration queued, Duration ran, Instant endedAt) {
        public TaskDigest {
            outputs = Absent.list(outputs);
        }

        TaskDigest shortened(int outputsKept, int text) {
            int kept = Math.min(outputsKept, outputs.size());
            int left = outputs.size() - kept + (more == null ? 0 : more);
            return new TaskDigest(id, cut(name, text), state, site, job, exitCode, attempt, reason, cut(detail, text),
                    cut(whatToDo, text), outputs.subList(0, kept), left == 0 ? null : left, queued, ran, endedAt);
        }
    }

    /** A transfer in a wake. */
    public record TransferDigest(TransferId id, String state, Integer files, Long bytes, Reason reason,
            String detail) {
        TransferDigest shortened(int text) {
            return new TransferDigest(id, state, files, bytes, reason, cut(detail, text));
        }
    }

    /** The same in at most {@link #MAX_BYTES} bytes: first fewer outputs, then shorter texts, then fewer tasks. */
    public Digest fitting() {
        for (int outputs : new int[] {10, 5, 2, 0}) {
            Digest smaller = shortened(outputs, 4 * SHORT_TEXT);
            if (smaller.bytes() <= MAX_BYTES) {
                return smaller;
            }
        }
        Digest smaller = shortened(0, SHORT_TEXT);
        while (smaller.bytes() > MAX_BYTES && smaller.tasks.size() + smaller.transfers.size() > 0) {
            smaller = smaller.without();
        }
        return smaller;
    }

    private Digest shortened(int outputs, int text) {
        return new Digest(session, cut(title, text), cut(note, text), summary,
                tasks.stream().map(t -> t.shortened(outputs, text)).toList(),
                transfers.stream().map(t -> t.shortened(text)).toList(), open, omitted);
    }

    private Digest without() {
        boolean transfer = transfers.size() > tasks.size();
        return new Digest(session, title, note, summary,
                transfer ? tasks : tasks.subList(0, tasks.size() - 1),
                transfer ? transfers.subList(0, transfers.size() - 1) : transfers, open, omitted + 1);
    }

    private int bytes() {
        return json().getBytes(StandardCharsets.UTF_8).length;
    }

    public String json() {
        try {
            return DiamondJson.json().writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String cut(String text, int length) {
        if (text == null || text.length() <= length) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 2)) ? length - 2 : length - 1;
        return text.substring(0, end) + "…";
    }
}
