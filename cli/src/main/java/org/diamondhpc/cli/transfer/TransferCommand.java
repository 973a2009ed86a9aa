package org.diamondhpc.cli.transfer;

import java.util.List;
import org.diamondhpc.cli.client.EventStream;
import org.diamondhpc.cli.client.Intent;
import org.diamondhpc.cli.client.StreamEvent;
import org.diamondhpc.cli.client.Transfer;
import org.diamondhpc.cli.client.TransfersApi.Item;
import org.diamondhpc.cli.shell.Exit;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Screen;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TransferId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "transfer", description = "Move files between sites and workspaces.")
class TransferCommand {
    private final Shell shell;

    TransferCommand(Shell shell) {
        this.shell = shell;
    }

    @Command(description = "Move a file from SITE:/path or ws://W/path to such a place; prints the transfer's id.")
    int start(@Parameters(paramLabel = "FROM") String from, @Parameters(paramLabel = "TO") String to,
            @Option(names = "--wait", description = "Watch it to its end.") boolean wait,
            @Option(names = "--move", description = "Delete it at its source after both ends were found equal.")
            boolean move,
            @Option(names = "--session", paramLabel = "S", description = "The session it belongs to.")
            SessionId session) {
        Transfer asked = shell.client().transfers().request(List.of(new Item(from, to)), session, move, Intent.fresh());
        if (!wait) {
            if (shell.json()) {
                shell.document(asked.json());
            } else {
                shell.result(asked.id().value());
            }
            return 0;
        }
        return watched(asked);
    }

    @Command(description = "List transfers, newest first.")
    int ls(@Option(names = "--state", description = "Only these, for example RUNNING.") String state,
            @Option(names = "--limit", defaultValue = "50", description = "At most so many (${DEFAULT-VALUE}).")
            int limit) {
        return TransferPage.list(shell, state, limit);
    }

    @Command(description = "All that is known of a transfer.")
    int show(@Parameters(paramLabel = "TRANSFER") TransferId transfer,
            @Option(names = {"-f", "--follow"}, description = "Watch it to its end.") boolean follow) {
        Transfer t = shell.client().transfers().get(transfer);
        if (follow) {
            return watched(t);
        }
        if (shell.json()) {
            shell.document(t.json());
            return 0;
        }
        new TransferPage(shell).show(t);
        return 0;
    }

    @Command(description = "Watch a transfer to its end; exit code 0 only where all of it arrived.")
    int watch(@Parameters(paramLabel = "TRANSFER") TransferId transfer) {
        return watched(shell.client().transfers().get(transfer));
    }

    @Command(description = "Ask for a transfer to be stopped; what arrived stays.")
    int cancel(@Parameters(paramLabel = "TRANSFER") TransferId transfer) {
        Transfer t = shell.client().transfers().cancel(transfer);
        if (shell.json()) {
            shell.document(t.json());
        } else {
            shell.say(TransferPage.line(shell, t));
        }
        return 0;
    }

    private int watched(Transfer begun) {
        Screen screen = new Screen(shell.terminal());
        Transfer now = begun;
        try (EventStream stream = shell.client().transfers().follow(begun.id(), 0)) {
            for (StreamEvent event = stream.next(); event != null; event = stream.next()) {
                now = shell.client().transfers().get(begun.id());
                if (shell.json()) {
                    shell.jsonLine(event.json());
                } else if (!shell.quiet()) {
                    screen.show(List.of(TransferPage.line(shell, now)));
                }
            }
        }
        Transfer end = shell.client().transfers().get(begun.id());
        if (!shell.json() && !shell.quiet()) {
            new TransferPage(shell).details(end);
        }
        return Exit.of(end.succeeded()).code();
    }
}
