package org.diamondhpc.cli.task;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.Intent;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.shell.Exit;
import org.diamondhpc.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "run", aliases = "submit", description = {
        "Run a task. Inputs like `from: ./data.csv` are uploaded first.",
        "Prints the task's id; exit code 1 with --wait or --follow where the task does not succeed."})
class RunCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    SpecOptions options = new SpecOptions();

    @Option(names = "--wait", description = "Watch it to its end.")
    boolean wait;

    @Option(names = "--follow", description = "Print what it prints while it runs.")
    boolean follow;

    RunCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Task task = shell.client().tasks().submit(options.spec(shell), Intent.fresh());
        if (follow) {
            shell.note(task.id() + " asked for");
            new LogReader(shell, task.id(), "stdout", null).follow();
            return ended(shell.client().tasks().ended(task.id(), null));
        }
        if (!wait) {
            if (shell.json()) {
                shell.document(task.json());
            } else {
                shell.result(task.id().value());
            }
            return 0;
        }
        if (shell.quiet()) {
            shell.result(task.id().value());
        }
        return ended(new Watching(shell).untilEnd(List.of(task.id())).getFirst());
    }

    private int ended(Task task) {
        if (shell.json() && follow) {
            shell.jsonLine(task.json());
        } else if (!shell.json()) {
            Ended.say(shell, task);
        }
        return Exit.of(task.succeeded()).code();
    }
}
