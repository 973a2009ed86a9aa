package org.diamondhpc.cli.task;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.diamondhpc.cli.shell.Shell;

/** The commands on tasks by name. */
public final class TaskCommands {
    private TaskCommands() {
    }

    public static Map<String, Supplier<Object>> of(Shell shell) {
        Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        all.put("plan", () -> new PlanCommand(shell));
        all.put("translate", () -> new TranslateCommand(shell));
        all.put("run", () -> new RunCommand(shell));
        all.put("tasks", () -> new TasksCommand(shell));
        all.put("task", () -> new TaskCommand(shell));
        all.put("watch", () -> new WatchCommand(shell));
        all.put("wait", () -> new WaitCommand(shell));
        all.put("logs", () -> new LogsCommand(shell));
        all.put("get", () -> new GetCommand(shell));
        all.put("events", () -> new EventsCommand(shell));
        all.put("cancel", () -> new CancelCommand(shell));
        all.put("retry", () -> new RetryCommand(shell));
        all.put("hold", () -> new HoldCommand(shell));
        all.put("release", () -> new ReleaseCommand(shell));
        return all;
    }
}
