package org.diamondhpc.gateway.task;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.signal.Watch;
import org.diamondhpc.schemas.id.TaskId;

/** Reads a task, and waits for news of it; called on virtual threads. */
@Singleton
public class TaskReader {
    private final Tasks tasks;
    private final Watch watch;
    private final GatewayConfig config;

    TaskReader(Tasks tasks, Watch watch, GatewayConfig config) {
        this.tasks = tasks;
        this.watch = watch;
        this.config = config;
    }

    /** The task when it is {@code news}, or as it is after {@code atMost}. */
    public TaskView get(Caller caller, TaskId task, boolean withSpec, Duration atMost, Predicate<TaskView> news) {
        Optional<TaskView> found = atMost.isZero() ? Optional.empty() : watch.await("task:" + task, atMost,
                config.recheck(), () -> Optional.of(tasks.get(caller, task, withSpec)).filter(news));
        return found.orElseGet(() -> tasks.get(caller, task, withSpec));
    }
}
