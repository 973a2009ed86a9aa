package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.diamondhpc.gateway.skill.Cut;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.task.TaskJobs;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.gateway.task.domain.HedgeView;
import org.diamondhpc.gateway.task.domain.MoveState;
import org.diamondhpc.gateway.task.domain.PastAttempt;
import org.diamondhpc.gateway.task.domain.PlacementMove;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.TaskState;

@Singleton
class GetTask implements SkillHandler {
    private static final int TAIL = 4096;
    private static final int MAX_TEXT = 300;

    private final Tasks tasks;
    private final TaskJobs jobs;

    GetTask(Tasks tasks, TaskJobs jobs) {
        this.tasks = tasks;
        this.jobs = jobs;
    }

    /** An earlier try in an answer. */
    record AttemptBrief(int number, SiteId site, String partition, String job, String end, Reason reason,
            String detail, Instant endedAt) {
        static AttemptBrief of(PastAttempt a) {
            Problem p = a.problem();
            return new AttemptBrief(a.number(), a.site(), a.partition(), a.job() == null ? null : a.job().id(),
                    a.end() == null ? null : a.end().name(), p == null ? null : p.reason(),
                    p == null ? null : Cut.to(p.detail(), MAX_TEXT), a.endedAt());
        }
    }

    /** A move in an answer. */
    record MoveBrief(int attempt, SiteId from, SiteId to, MoveState state, Long hereSeconds, Long thereSeconds,
            Long tookSeconds, String said) {
        static MoveBrief of(PlacementMove m) {
            return new MoveBrief(m.attempt(), m.from(), m.to(), m.state(), Words.seconds(m.here()), Words.seconds(m.there()),
                    Words.seconds(m.took()), Cut.to(m.said(), MAX_TEXT));
        }
    }

    /** Attempts at several sites at once in an answer, and what they cost. */
    record HedgeBrief(List<CopyBrief> copies, Integer chosen, int extraJobs, long queuedSeconds, double heldNodeSeconds) {
        /** One of them. */
        record CopyBrief(int attempt, SiteId site, String partition, String job, HedgeView.CopyState state) {
        }

        static HedgeBrief of(HedgeView h) {
            return new HedgeBrief(h.copies().stream().map(c -> new CopyBrief(c.attempt(), c.site(), c.partition(),
                    c.job() == null ? null : c.job().id(), c.state())).toList(), h.chosen(), h.extraJobs(), h.queued().toSeconds(),
                    h.heldNodeSeconds());
        }
    }

    @Override
    public String skill() {
        return "get_task";
    }

    @Override
    public SkillResult call(SkillCall call) {
        List<String> include = call.list("include", Function.identity());
        TaskView task = tasks.get(call.caller(), call.task(), include.contains("spec"));
        SkillResult.Draft answer = SkillResult.say(TaskBrief.told(task)).with("task", TaskBrief.of(task));
        if (include.contains("placement") && task.placement() != null) {
            answer.with("placement", PlanBrief.of(task.placement(), task.placement().candidates(), null));
        }
        if (include.contains("timings")) {
            answer.with("timings", task.timings());
        }
        if (include.contains("attempts")) {
            answer.with("attempts", task.attempts().stream().map(AttemptBrief::of).toList());
            answer.with("moves", task.moves().stream().map(MoveBrief::of).toList());
            answer.with("hedge", task.hedge() == null ? null : HedgeBrief.of(task.hedge()));
        }
        printed(call, task, include, answer);
        return answer.with("spec", task.spec()).next(TaskBrief.next(task), task.state() == TaskState.FAILED
                ? NextCall.of("retry_task", "to ask for it again as it was", "task", task.id()) : null);
    }

    /** A site that cannot be read now does not keep the rest from being told. */
    private void printed(SkillCall call, TaskView task, List<String> include, SkillResult.Draft answer) {
        for (TaskJobs.Stream stream : TaskJobs.Stream.values()) {
            String name = stream.name().toLowerCase(Locale.ROOT);
            if (include.contains(name)) {
                try {
                    answer.with(name, Untrusted.of(jobs.logs(call.caller(), task.id(),
                            new TaskJobs.LogQuery(stream, TAIL, null, 0, null))));
                } catch (DiamondException e) {
                    answer.with("unreadable", ProblemBrief.of(e.problem()));
                }
            }
        }
    }
}
