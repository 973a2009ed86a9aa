package org.diamondhpc.gateway.skill.handler;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import jakarta.inject.Singleton;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.SessionState;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.task.TaskQuery;
import org.diamondhpc.gateway.task.TaskSummary;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.gateway.wake.Waits;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.event.EventTypes;
import org.diamondhpc.schemas.event.SessionEvent;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;

@Singleton
class TakeSession implements SkillHandler {
    private static final int MAX_TASKS = 20;
    private static final int MAX_WAITS = 5;
    private static final int MAX_WAKES = 3;
    private static final int MAX_CALLS = 10;
    private static final int MAX_JSON = 8192;

    private final Sessions sessions;
    private final Tasks tasks;
    private final Waits waits;

    TakeSession(Sessions sessions, Tasks tasks, Waits waits) {
        this.sessions = sessions;
        this.tasks = tasks;
        this.waits = waits;
    }

    /** A session in an answer; what is too large for one is named instead. */
    record SessionBrief(SessionId id, String title, SessionState state, long lastWake, long acknowledged,
            JsonNode context, JsonNode notes, List<String> tooLarge, Instant createdAt) {
        static SessionBrief of(SessionView s) {
            List<String> tooLarge = Stream.of("context", "notes").filter(n ->
                    (n.equals("notes") ? s.notes() : s.context()).toString().length() > MAX_JSON).toList();
            return new SessionBrief(s.id(), s.title(), s.state(), s.lastWake(), s.acked(),
                    tooLarge.contains("context") ? null : s.context(), tooLarge.contains("notes") ? null : s.notes(),
                    tooLarge, s.createdAt());
        }
    }

    /** An earlier call in an answer. */
    record CallBrief(String skill, Instant at, String summary, Reason reason, long milliseconds) {
        static CallBrief of(JournalEntry entry) {
            try {
                SessionEvent.SkillCalled c = DiamondJson.json().readValue(entry.body(), SessionEvent.SkillCalled.class);
                return new CallBrief(c.skill(), c.startedAt(), c.summary(), c.reason(), c.duration().toMillis());
            } catch (JsonProcessingException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public String skill() {
        return "session";
    }

    @Override
    public boolean changes(SkillCall call) {
        return call.session() == null || call.has("title") || call.has("notes") || call.flag("close");
    }

    @Override
    public SkillResult call(SkillCall call) {
        if (call.session() != null && call.has("context")) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, List.of(new Violation("/context",
                    "only a new session takes a context; write into its notes"))));
        }
        boolean fresh = call.session() == null;
        SessionView s = fresh ? sessions.open(call.caller(), call.has("title") ? call.text("title") : "",
                call.tree("context")) : sessions.get(call.caller(), call.session());
        if (call.has("notes") || call.has("title") && !fresh) {
            s = sessions.change(call.caller(), s.id(), call.text("title"), call.tree("notes"), null);
        }
        if (call.flag("close")) {
            s = sessions.close(call.caller(), s.id());
        }
        return brief(call.caller(), s, fresh);
    }

    private SkillResult brief(Caller caller, SessionView s, boolean fresh) {
        Page<TaskSummary> page = tasks.list(caller, new TaskQuery(List.of(), s.id(), null, Map.of(), null, MAX_TASKS));
        List<WakeBrief> wakes = waits.wakes(caller, s.id(), s.acked(), MAX_WAKES).stream().map(WakeBrief::of).toList();
        List<CallBrief> calls = sessions.lastEvents(caller, s.id(), MAX_CALLS).stream()
                .filter(e -> e.type().equals(EventTypes.of(SessionEvent.SkillCalled.class))).map(CallBrief::of)
                .toList();
        return SkillResult.say("Session " + s.id() + " is " + s.state() + (fresh ? "." : "; "
                        + Words.count(page.items().size(), "task") + (page.next() == null ? ", " : " or more, ")
                        + Words.count(s.lastWake() - s.acked(), "wake") + " not acknowledged."))
                .with("session", SessionBrief.of(s)).with("tasks", page.items().stream().map(TaskBrief::of).toList())
                .with("tasksMore", page.next() == null ? null : true)
                .with("waits", waits.list(caller, s.id(), null, MAX_WAITS).items().stream().map(WaitBrief::of)
                        .toList())
                .with("wakes", wakes).with("calls", calls).opened(fresh ? s.id() : null)
                .next(wakes.isEmpty() ? null : NextCall.of("wait_for_events", "when you have acted on the wakes",
                        "session", s.id(), "acknowledge", wakes.getLast().number()));
    }
}
