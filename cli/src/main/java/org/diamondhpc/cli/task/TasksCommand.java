package org.diamondhpc.cli.task;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.client.TaskQuery;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Table;
import org.diamondhpc.schemas.id.SessionId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "tasks", description = "List tasks, newest first.")
class TasksCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(names = "--state", split = ",", paramLabel = "STATE", description = "Only these, for example RUNNING,QUEUED.")
    List<String> states = new ArrayList<>();

    @Option(names = "--label", paramLabel = "KEY=VALUE", description = "Only with this label; may be given again.")
    List<String> labels = new ArrayList<>();

    @Option(names = "--session", paramLabel = "S", description = "Only of this session.")
    SessionId session;

    @Option(names = "--name", description = "Only of this name.")
    String name;

    @Option(names = "--limit", defaultValue = "50", description = "At most so many (${DEFAULT-VALUE}).")
    int limit;

    TasksCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<Task> tasks = shell.client().tasks().list(new TaskQuery(states, labels,
                session == null ? null : session.value(), name, limit));
        if (shell.json()) {
            shell.documents(tasks);
        } else if (shell.quiet()) {
            tasks.forEach(t -> shell.result(t.id().value()));
        } else if (tasks.isEmpty()) {
            shell.say("No tasks.");
        } else {
            table(tasks).print(shell.terminal());
        }
        return 0;
    }

    private Table table(List<Task> tasks) {
        Table table = new Table("TASK", "STATE", "SITE", "JOB", ">TRY", "ASKED", "NAME~", "WHAT~");
        for (Task t : tasks) {
            table.row(t.id(), RingLine.state(shell, t), t.site(), t.job(), t.number("/attempt"),
                    Humane.time(t.time("/createdAt"), shell.now()), t.name() == null ? null : Style.harmless(t.name()),
                    t.reason());
        }
        return table;
    }
}
