package org.diamondhpc.cli.transfer;

import java.util.concurrent.Callable;
import org.diamondhpc.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "transfers", description = "List transfers, newest first; the same as transfer ls.")
class TransfersCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(names = "--state", description = "Only these, for example RUNNING.")
    String state;

    @Option(names = "--limit", defaultValue = "50", description = "At most so many (${DEFAULT-VALUE}).")
    int limit;

    TransfersCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        return TransferPage.list(shell, state, limit);
    }
}
