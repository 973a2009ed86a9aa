package org.diamondhpc.gateway.skill.handler;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.task.TaskSubmission;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

@Singleton
class SubmitTask implements SkillHandler {
    private static final String NOTES = "notes";

    private final Tasks tasks;
    private final PlanPlacement planning;
    private final SpecInput specs;
    private final ScriptInput scripts;
    private final TaskWatch watch;

    SubmitTask(Tasks tasks, PlanPlacement planning, SpecInput specs, ScriptInput scripts, TaskWatch watch) {
        this.tasks = tasks;
        this.planning = planning;
        this.specs = specs;
        this.scripts = scripts;
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

    /** A script is read before the task is asked for. */
    @Override
    public SkillCall prepare(SkillCall call) {
        if (!call.has("script") && !call.has("spec")) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "give a specification as spec, or a job script as script");
        }
        return call.has("script") ? scripts.asSpec(call) : call;
    }

    @Override
    public SkillResult call(SkillCall call) {
        if (call.flag("dryRun")) {
            return noted(planning.call(call), call.tree(NOTES));
        }
        TaskSubmission submission = specs.of(call);
        TaskView task = specs.checked(() -> tasks.submit(call.caller(), submission));
        return noted(answer(task, TaskBrief.called(task) + " was asked for; it is " + task.state() + "."),
                call.tree(NOTES));
    }

    @Override
    public SkillResult settle(SkillCall call, SkillResult done) {
        Duration atMost = Duration.ofSeconds(call.number("waitSeconds", 0));
        if (call.flag("dryRun") || atMost.isZero()) {
            return done;
        }
        TaskView task = watch.end(call.caller(), new TaskId(done.body().at("/task/id").textValue()), atMost);
        SkillResult now = noted(answer(task, TaskBrief.told(task)), done.body().get(NOTES));
        return new SkillResult(now.body(), null, done.replayed());
    }

    /** With what of a script is not the same, where a script was given. */
    private static SkillResult noted(SkillResult result, JsonNode notes) {
        if (notes != null) {
            result.body().set(NOTES, notes);
        }
        return result;
    }

    private static SkillResult answer(TaskView task, String told) {
        return SkillResult.say(told).with("task", TaskBrief.of(task)).next(TaskBrief.next(task));
    }
}
