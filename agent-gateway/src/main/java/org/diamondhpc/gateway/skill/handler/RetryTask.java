package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;

@Singleton
class RetryTask implements SkillHandler {
    private final Tasks tasks;

    RetryTask(Tasks tasks) {
        this.tasks = tasks;
    }

    @Override
    public String skill() {
        return "retry_task";
    }

    @Override
    public SkillResult call(SkillCall call) {
        TaskView task = tasks.retry(call.caller(), call.task());
        return SkillResult.say(TaskBrief.called(task) + " was asked for again as " + task.id() + ".")
                .with("task", TaskBrief.of(task)).next(TaskBrief.next(task));
    }
}
