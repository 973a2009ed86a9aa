package org.diamondhpc.gateway.skill.handler;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.gateway.skill.Cut;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.task.TaskSummary;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.TaskState;

/** A task in an answer. */
record TaskBrief(TaskId id, String name, TaskState state, int attempt, SiteId site, String partition, String job,
        SessionId session, Integer exitCode, Reason reason, String detail, String whatToDo, String pending,
        Long queuedSeconds, Long runSeconds, Boolean cancelRequested, TaskId retryOf, List<String> outputs,
        Integer outputsOmitted, List<String> missing, Instant createdAt, Instant endedAt) {
    private static final int MAX_OUTPUTS = 20;
    private static final int MAX_TEXT = 500;

    static TaskBrief of(TaskView t) {
        Problem p = t.problem();
        int omitted = Math.max(0, t.outputs().size() - MAX_OUTPUTS);
        return new TaskBrief(t.id(), t.name(), t.state(), t.attempt(),
                t.placement() == null ? null : t.placement().site(),
                t.placement() == null ? null : t.placement().partition(), t.job() == null ? null : t.job().id(),
                t.session(), t.outcome() == null ? null : t.outcome().exitCode(), p == null ? null : p.reason(),
                p == null ? null : Cut.to(p.detail(), MAX_TEXT), p == null ? null : p.whatToDo(),
                t.pending() == null ? null : Cut.to(t.pending().explanation(), MAX_TEXT),
                Words.seconds(t.durations().queued()), Words.seconds(t.durations().running()),
                t.cancelRequested() ? true : null, t.retryOf(),
                t.outputs().stream().limit(MAX_OUTPUTS).map(CollectedOutput::path).toList(),
                omitted == 0 ? null : omitted, t.missing(), t.createdAt(), t.endedAt());
    }

    static TaskBrief of(TaskSummary t) {
        return new TaskBrief(t.id(), t.name(), t.state(), t.attempt(), t.site(), t.partition(), t.job(), t.session(),
                null, t.reason(), Cut.to(t.detail(), MAX_TEXT), t.reason() == null ? null : t.reason().whatToDo(),
                null, null, null, null, null, List.of(), null, List.of(), t.createdAt(), t.endedAt());
    }

    /** For a summary. */
    static String called(TaskView t) {
        return "Task " + (t.name() == null ? t.id() : t.name());
    }

    /** How it is, in words. */
    static String told(TaskView t) {
        StringBuilder text = new StringBuilder(called(t)).append(" is ").append(t.state());
        if (t.state().ended()) {
            text.replace(0, text.length(), called(t) + " " + t.state());
        }
        if (t.placement() != null) {
            text.append(" on ").append(t.placement().site());
        }
        if (t.durations().running() != null) {
            text.append(" after ").append(Words.of(t.durations().running()));
        }
        if (t.problem() != null) {
            text.append(" (").append(t.problem().reason()).append("): ").append(t.problem().detail());
        } else if (t.pending() != null && t.pending().explanation() != null) {
            text.append(": ").append(t.pending().explanation());
        }
        return text.charAt(text.length() - 1) == '.' ? text.toString() : text + ".";
    }

    /** What usually follows. */
    static NextCall next(TaskView t) {
        if (!t.state().ended()) {
            return NextCall.of("park", "to be woken when it has ended", "session", t.session(), "tasks",
                    List.of(t.id()));
        }
        if (t.state() == TaskState.FAILED && t.job() != null) {
            return NextCall.of("read_file", "to see what it printed", "task", t.id(), "stream", "stderr");
        }
        return t.outputs().isEmpty() ? null
                : NextCall.of("read_file", "to see a result", "path", t.outputs().getFirst().path());
    }
}
