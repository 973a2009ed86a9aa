package org.diamondhpc.gateway.wake.domain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
 * @param events what led to the wake, the latest last
 * @param alarms what may need a decision
 * @param states all tasks of the wait, counted by state
 * @param notes the session's
 * @param open what has not happened yet, counted
 * @param omitted tasks and transfers left out for want of room, counted; the wait lists them
 * @param leftOut what else was left out, in words; absent: nothing
 * @param more where to read what was left out; absent: nothing was
 * @param next calls that may come next
 */
public record Digest(SessionId session, String title, String note, String summary, List<Happening> events,
        List<Attention.Raised> alarms, Map<TaskState, Integer> states, List<TaskDigest> tasks,
        List<TransferDigest> transfers, JsonNode notes, int open, int omitted, List<String> leftOut, String more,
        List<Hint> next) {
    public static final int MAX_BYTES = 2048;
    static final int SHORT_TEXT = 160;
    static final int LONG_TEXT = 640;

    public Digest {
        events = Absent.list(events);
        alarms = Absent.list(alarms);
        states = Absent.map(states);
        tasks = Absent.list(tasks);
        transfers = Absent.list(transfers);
        leftOut = Absent.list(leftOut);
        next = Absent.list(next);
    }

    /** One thing that happened; {@code saw} is what was seen, in words or a program's own line. */
    public record Happening(Condition.Kind kind, String subject, String saw, Instant at) {
        Happening shortened(int text) {
            return new Happening(kind, subject, cut(saw, text), at);
        }
    }

    /** A skill that may come next, and when. */
    public record Hint(String skill, String why) {
    }

    /**
     * A task in a wake.
     *
     * @param outputs logical paths
     * @param sha256 the checksums of {@code outputs}, in their order; absent where there was no room
     * @param more outputs left out for want of room, counted
     */
    public record TaskDigest(TaskId id, String name, TaskState state, SiteId site, String job, Integer exitCode,
            int attempt, Reason reason, String detail, String whatToDo, List<String> outputs, List<String> sha256,
            Integer more, Duration queued, Duration ran, Instant endedAt) {
        public TaskDigest {
            outputs = Absent.list(outputs);
            sha256 = Absent.list(sha256);
        }

        TaskDigest shortened(int outputsKept, boolean checksums, int text) {
            int kept = Math.min(outputsKept, outputs.size());
            int left = outputs.size() - kept + (more == null ? 0 : more);
            List<String> sums = checksums && sha256.size() == outputs.size() ? sha256.subList(0, kept) : List.of();
            return new TaskDigest(id, cut(name, text), state, site, job, exitCode, attempt, reason, cut(detail, text),
                    cut(whatToDo, text), outputs.subList(0, kept), sums, left == 0 ? null : left, queued, ran,
                    endedAt);
        }
    }

    /** A transfer in a wake. */
    public record TransferDigest(TransferId id, String state, Integer files, Long bytes, Reason reason,
            String detail) {
        TransferDigest shortened(int text) {
            return new TransferDigest(id, state, files, bytes, reason, cut(detail, text));
        }
    }

    /** The same in at most {@link #MAX_BYTES} bytes; what is left out is counted, and where to read it is said. */
    public Digest fitting() {
        return new Fitting(this).digest();
    }

    int bytes() {
        return json().getBytes(StandardCharsets.UTF_8).length;
    }

    public String json() {
        try {
            return DiamondJson.json().writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String cut(String text, int length) {
        if (text == null || text.length() <= length) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 2)) ? length - 2 : length - 1;
        return text.substring(0, end) + "…";
    }
}
