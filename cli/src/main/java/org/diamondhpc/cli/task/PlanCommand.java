package org.diamondhpc.cli.task;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.Plan;
import org.diamondhpc.cli.shell.Exit;
import org.diamondhpc.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "plan", description = "Where a task would go now, and why; nothing is started.")
class PlanCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin
    SpecOptions options = new SpecOptions();

    PlanCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        Plan plan = shell.client().tasks().plan(options.spec(shell));
        boolean placed = plan.chosen() != null;
        if (shell.json()) {
            shell.document(plan.json());
        } else if (shell.quiet()) {
            shell.result(placed ? plan.chosen().site() + "/" + plan.chosen().partition() : "-");
        } else {
            Candidates.table(shell, plan.candidates(), plan.chosen()).print(shell.terminal());
            shell.say("");
            shell.say(placed ? "It would go to " + Candidates.place(plan.chosen()) + ": " + plan.chosen().why()
                    : plan.text("/problem/reason") + ": " + plan.text("/problem/detail") + " — "
                            + plan.text("/problem/whatToDo"));
        }
        return placed ? 0 : temporary(plan) ? Exit.TEMPORARY.code() : Exit.FAILED.code();
    }

    private static boolean temporary(Plan plan) {
        return "PLACEMENT_NO_SITE_AVAILABLE".equals(plan.text("/problem/reason"));
    }
}
