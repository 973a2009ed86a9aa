package org.diamondhpc.cli.task;

import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.Intent;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.id.TaskId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "retry", description = "Ask again for a task that has ended, as a new task; prints its id.")
class RetryCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "TASK")
    TaskId task;

    RetryCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Task again = shell.client().tasks().retry(task, Intent.fresh());
        if (shell.json()) {
            shell.document(again.json());
        } else {
            shell.result(again.id().value());
        }
        return 0;
    }
}
