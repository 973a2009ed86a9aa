package org.diamondhpc.gateway.skill.handler;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.signal.Watch;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.schemas.id.TaskId;

/** Waits for a task's end, for a while. */
@Singleton
class TaskWatch {
    private final Tasks tasks;
    private final Watch watch;
    private final GatewayConfig config;

    TaskWatch(Tasks tasks, Watch watch, GatewayConfig config) {
        this.tasks = tasks;
        this.watch = watch;
        this.config = config;
    }

    /** The task when it has ended, or as it is after {@code atMost}. */
    TaskView end(Caller caller, TaskId task, Duration atMost) {
        return watch.await("task:" + task, atMost, config.recheck(), () ->
                        Optional.of(tasks.get(caller, task, false)).filter(t -> t.state().ended()))
                .orElseGet(() -> tasks.get(caller, task, false));
    }

    /** Events after a number; none after {@code atMost}. */
    List<JournalEntry> events(Caller caller, TaskId task, int after, Duration atMost, int limit) {
        return watch.await("task:" + task, atMost, config.recheck(), () ->
                        Optional.of(tasks.events(caller, task, after, limit)).filter(e -> !e.isEmpty()))
                .orElse(List.of());
    }
}
