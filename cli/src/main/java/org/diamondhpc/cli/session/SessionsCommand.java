package org.diamondhpc.cli.session;

import java.util.List;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.Session;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "sessions", description = "List sessions, newest first.")
class SessionsCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(names = "--limit", defaultValue = "50", description = "At most so many (${DEFAULT-VALUE}).")
    int limit;

    SessionsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<Session> all = shell.client().sessions().list(limit);
        if (shell.json()) {
            shell.documents(all);
        } else if (shell.quiet()) {
            all.forEach(s -> shell.result(s.id().value()));
        } else {
            Table table = new Table("SESSION", "STATE", ">WAITS", ">LAST WAKE", ">SEEN", "CHANGED", "TITLE~");
            all.forEach(s -> table.row(s.id(), s.state(), s.number("/openWaits"), s.lastWake(), s.acked(),
                    Humane.time(s.time("/changedAt"), shell.now()),
                    s.text("/title") == null ? null : Style.harmless(s.text("/title"))));
            table.print(shell.terminal());
        }
        return 0;
    }
}
