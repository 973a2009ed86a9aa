package org.diamondhpc.cli.task;

import java.util.List;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.id.TaskId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "cancel", description = "Ask for tasks to be stopped; a second time nothing happens.")
class CancelCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(arity = "1..*", paramLabel = "TASK")
    List<TaskId> tasks;

    @Option(names = "--why", description = "For the record.")
    String why;

    CancelCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        for (TaskId id : tasks) {
            Task task = shell.client().tasks().cancel(id, why);
            if (shell.json()) {
                shell.jsonLine(task.json());
            } else {
                shell.say(id + " " + task.state() + (task.ended() ? "" : ", asked to stop"));
            }
        }
        return 0;
    }
}
