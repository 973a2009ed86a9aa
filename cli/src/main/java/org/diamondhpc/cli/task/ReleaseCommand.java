package org.diamondhpc.cli.task;

import java.util.concurrent.Callable;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.TaskId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "release", description = "Let a held job go.")
class ReleaseCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "TASK")
    TaskId task;

    ReleaseCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        shell.client().tasks().release(task);
        if (shell.json()) {
            shell.document(DiamondJson.json().createObjectNode().put("task", task.value()).put("released", true));
        } else {
            shell.say(task + " is released");
        }
        return 0;
    }
}
