package org.diamondhpc.cli.task;

import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;

/** What is worth knowing at the end of a task. */
final class Ended {
    private Ended() {
    }

    static void say(Shell shell, Task task) {
        if (task.succeeded()) {
            shell.note(task.id() + " succeeded on " + task.site() + " in "
                    + Humane.duration(task.duration("/durations/total")) + "; " + task.outputs().size()
                    + " files, `diamond get " + task.id() + "` brings them");
            return;
        }
        shell.note(task.id() + " " + task.state() + (task.reason() == null ? "" : ": " + task.reason() + ": "
                + Style.harmless(Humane.orDash(task.detail())) + " — " + task.text("/problem/whatToDo")));
    }
}
