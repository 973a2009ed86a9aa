package org.diamondhpc.cli.task;

import java.util.concurrent.Callable;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.id.TaskId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "logs", description = "What a task printed, also while it runs.")
class LogsCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "TASK")
    TaskId task;

    @Option(names = "--stderr", description = "Standard error instead of standard output.")
    boolean stderr;

    @Option(names = {"-f", "--follow"}, description = "And what comes, until the task ends.")
    boolean follow;

    @Option(names = "--tail", paramLabel = "BYTES", description = "Only the end, at most 262144 bytes.")
    Integer tail;

    @Option(names = "--element", paramLabel = "INDEX", description = "This element of an array.")
    Integer element;

    LogsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        LogReader reader = new LogReader(shell, task, stderr ? "stderr" : "stdout", element);
        if (tail != null) {
            reader.end(tail);
        }
        if (follow) {
            reader.follow();
        } else if (tail == null) {
            reader.all();
        }
        return 0;
    }
}
