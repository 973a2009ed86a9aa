package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.skill.NextCall;
import org.diamondhpc.gateway.skill.SkillCall;
import org.diamondhpc.gateway.skill.SkillHandler;
import org.diamondhpc.gateway.skill.SkillResult;
import org.diamondhpc.gateway.task.TaskQuery;
import org.diamondhpc.gateway.task.TaskSummary;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.task.TaskState;

@Singleton
class ListTasks implements SkillHandler {
    private static final int LIMIT = 20;

    private final Tasks tasks;

    ListTasks(Tasks tasks) {
        this.tasks = tasks;
    }

    @Override
    public String skill() {
        return "list_tasks";
    }

    @Override
    public SkillResult call(SkillCall call) {
        Map<String, String> labels = new LinkedHashMap<>();
        call.input().path("labels").properties().forEach(l -> labels.put(l.getKey(), l.getValue().textValue()));
        SessionId of = call.has("ofSession") ? new SessionId(call.text("ofSession")) : null;
        Page<TaskSummary> page = tasks.list(call.caller(), new TaskQuery(call.list("states", TaskState::valueOf), of,
                call.text("name"), labels, call.text("cursor"), call.limit(LIMIT)));
        String told = Words.count(page.items().size(), "task") + (page.next() == null ? "." : ", and there are more.");
        return SkillResult.say(told).with("tasks", page.items().stream().map(TaskBrief::of).toList())
                .with("more", page.next()).next(page.items().isEmpty() ? null : NextCall.of("get_task",
                        "to learn more of one", "task", page.items().getFirst().id()));
    }
}
