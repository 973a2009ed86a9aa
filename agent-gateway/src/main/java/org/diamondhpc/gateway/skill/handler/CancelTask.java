package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.util.List;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;

@Singleton
class CancelTask implements SkillHandler {
    private final Tasks tasks;

    CancelTask(Tasks tasks) {
        this.tasks = tasks;
    }

    @Override
    public String skill() {
        return "cancel_task";
    }

    @Override
    public SkillResult call(SkillCall call) {
        TaskView task = tasks.cancel(call.caller(), call.task(), call.text("why"));
        return SkillResult.say(task.state().ended() ? TaskBrief.told(task)
                        : TaskBrief.called(task) + " is being stopped.")
                .with("task", TaskBrief.of(task)).next(task.state().ended() ? null : NextCall.of("park",
                        "to be woken when it has stopped", "session", call.session() == null ? task.session()
                                : call.session(), "tasks", List.of(task.id())));
    }
}
