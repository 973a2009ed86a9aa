package org.diamondhpc.cli.task;

import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.id.TaskId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "task", description = "All that is known of a task: where and why, when, what it left.")
class TaskCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "TASK")
    TaskId task;

    @Option(names = "--full", description = "With its specification; best with --json.")
    boolean full;

    TaskCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Task seen = full ? shell.client().tasks().full(task) : shell.client().tasks().get(task);
        if (shell.json()) {
            shell.document(seen.json());
        } else {
            new TaskPage(shell, seen).print();
        }
        return 0;
    }
}
