package org.diamondhpc.cli.task;

import java.util.List;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.shell.Exit;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.id.TaskId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "watch", description = {"Watch tasks to their ends, a line each.",
        "①asked ②placed ③inputs there ④submitted ⑤run ⑥collected; exit code 1 where one does not succeed."})
class WatchCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(arity = "1..*", paramLabel = "TASK")
    List<TaskId> tasks;

    WatchCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws InterruptedException {
        return Exit.of(new Watching(shell).untilEnd(tasks).stream().allMatch(Task::succeeded)).code();
    }
}
