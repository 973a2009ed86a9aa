package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.time.Duration;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.task.TaskSubmission;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.schemas.id.TaskId;

@Singleton
class SubmitTask implements SkillHandler {
    private final Tasks tasks;
    private final PlanPlacement planning;
    private final SpecInput specs;
    private final TaskWatch watch;

    SubmitTask(Tasks tasks, PlanPlacement planning, SpecInput specs, TaskWatch watch) {
        this.tasks = tasks;
        this.planning = planning;
        this.specs = specs;
        this.watch = watch;
    }

    @Override
    public String skill() {
        return "submit_task";
    }

    @Override
    public boolean changes(SkillCall call) {
        return !call.flag("dryRun");
    }

    @Override
    public SkillResult call(SkillCall call) {
        if (call.flag("dryRun")) {
            return planning.call(call);
        }
        TaskSubmission submission = specs.of(call);
        TaskView task = specs.checked(() -> tasks.submit(call.caller(), submission));
        return answer(task, TaskBrief.called(task) + " was asked for; it is " + task.state() + ".");
    }

    @Override
    public SkillResult settle(SkillCall call, SkillResult done) {
        Duration atMost = Duration.ofSeconds(call.number("waitSeconds", 0));
        if (call.flag("dryRun") || atMost.isZero()) {
            return done;
        }
        TaskView task = watch.end(call.caller(), new TaskId(done.body().at("/task/id").textValue()), atMost);
        SkillResult now = answer(task, TaskBrief.told(task));
        return new SkillResult(now.body(), null, done.replayed());
    }

    private static SkillResult answer(TaskView task, String told) {
        return SkillResult.say(told).with("task", TaskBrief.of(task)).next(TaskBrief.next(task));
    }
}
