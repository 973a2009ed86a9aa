package org.diamondhpc.cli.task;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.shell.Exit;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.shell.Spans;
import org.diamondhpc.schemas.id.TaskId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "wait", description = {"Sleep until tasks have ended; prints id and state of each that has.",
        "Exit code 1 where one did not succeed, 6 where the time was up."})
class WaitCommand implements Callable<Integer> {
    private final Shell shell;
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();

    @Parameters(arity = "1..*", paramLabel = "TASK")
    List<TaskId> tasks;

    @Option(names = "--any", description = "The first one suffices.")
    boolean any;

    @Option(names = "--timeout", paramLabel = "TIME", description = "At most so long, for example 90s or 2h.")
    String timeout;

    private record Answer(Task task, ApiException failure) {
    }

    WaitCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws InterruptedException {
        Duration atMost = timeout == null ? null : Spans.parse(timeout);
        tasks.forEach(task -> Thread.ofVirtual().start(() -> answers.add(await(task, atMost))));
        Exit exit = Exit.OK;
        for (int i = 0; i < tasks.size(); i++) {
            Answer answer = answers.take();
            if (answer.failure() != null) {
                throw answer.failure();
            }
            Task task = answer.task();
            say(task);
            if (any && task.ended()) {
                return Exit.of(task.succeeded()).code();
            }
            exit = !task.ended() ? Exit.TEMPORARY : task.succeeded() || exit != Exit.OK ? exit : Exit.FAILED;
        }
        return exit.code();
    }

    private Answer await(TaskId task, Duration atMost) {
        try {
            return new Answer(shell.client().tasks().ended(task, atMost), null);
        } catch (ApiException e) {
            return new Answer(null, e);
        }
    }

    private void say(Task task) {
        if (shell.json()) {
            shell.jsonLine(task.json());
        } else if (task.ended()) {
            shell.result(task.id() + " " + task.state() + (task.reason() == null ? "" : " " + task.reason()));
        } else {
            shell.note(task.id() + " is still " + task.state());
        }
    }
}
