package org.diamondhpc.cli.task;

import java.util.concurrent.Callable;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.TaskId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "hold", description = "Keep a waiting job from starting.")
class HoldCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "TASK")
    TaskId task;

    HoldCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        shell.client().tasks().hold(task);
        if (shell.json()) {
            shell.document(DiamondJson.json().createObjectNode().put("task", task.value()).put("held", true));
        } else {
            shell.say(task + " is held");
        }
        return 0;
    }
}
