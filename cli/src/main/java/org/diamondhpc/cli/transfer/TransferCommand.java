package org.diamondhpc.cli.transfer;

import java.util.List;
import org.diamondhpc.cli.client.EventStream;
import org.diamondhpc.cli.client.Intent;
import org.diamondhpc.cli.client.StreamEvent;
import org.diamondhpc.cli.client.Transfer;
import org.diamondhpc.cli.client.TransfersApi.Item;
import org.diamondhpc.cli.shell.Exit;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Screen;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Table;
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
            @Option(names = "--session", paramLabel = "S", description = "The session it belongs to.")
            SessionId session) {
        Transfer asked = shell.client().transfers().request(List.of(new Item(from, to)), session, Intent.fresh());
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
        List<Transfer> all = shell.client().transfers().list(state, limit);
        if (shell.json()) {
            shell.documents(all);
        } else if (shell.quiet()) {
            all.forEach(t -> shell.result(t.id().value()));
        } else {
            Table table = new Table("TRANSFER", "STATE", ">FILES", ">BYTES", "BY", "ASKED", "FROM → TO~");
            all.forEach(t -> table.row(t.id(), state(t), t.number("/filesDone") + "/" + t.number("/files"), bytes(t),
                    t.text("/mover"), Humane.time(t.time("/createdAt"), shell.now()), way(t)));
            table.print(shell.terminal());
        }
        return 0;
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
        shell.result(line(t));
        t.list("/items", i -> i.path("from").asText() + " → " + i.path("to").asText())
                .forEach(i -> shell.result("  " + Style.harmless(i)));
        t.list("/done", d -> d.path("from").asText() + "  " + Humane.size(d.path("size").asLong()) + "  sha256 "
                + d.path("sha256").asText()).forEach(d -> shell.result("  done " + Style.harmless(d)));
        return 0;
    }

    @Command(description = "Ask for a transfer to be stopped; what arrived stays.")
    int cancel(@Parameters(paramLabel = "TRANSFER") TransferId transfer) {
        Transfer t = shell.client().transfers().cancel(transfer);
        if (shell.json()) {
            shell.document(t.json());
        } else {
            shell.say(line(t));
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
                    screen.show(List.of(line(now)));
                }
            }
        }
        return Exit.of(shell.client().transfers().get(begun.id()).succeeded()).code();
    }

    private String line(Transfer t) {
        String problem = t.text("/problem/reason");
        return t.id() + "  " + state(t) + "  " + t.number("/filesDone") + "/" + t.number("/files") + " files  "
                + bytes(t) + (t.text("/mover") == null ? "" : "  by " + t.text("/mover"))
                + (problem == null ? "" : "  " + problem + ": " + Style.harmless(t.text("/problem/detail")));
    }

    private String state(Transfer t) {
        return shell.styled(switch (t.state()) {
            case "SUCCEEDED" -> Style.GREEN;
            case "FAILED" -> Style.RED;
            case "STALLED", "CANCELLED" -> Style.YELLOW;
            default -> Style.CYAN;
        }, t.state());
    }

    private static String bytes(Transfer t) {
        return Humane.size(t.number("/bytesDone"))
                + (t.text("/bytesTotal") == null ? "" : " of " + Humane.size(t.number("/bytesTotal")));
    }

    private static String way(Transfer t) {
        int more = t.json().path("items").size() - 1;
        return Style.harmless(t.text("/items/0/from") + " → " + t.text("/items/0/to")) + (more > 0 ? " +" + more : "");
    }
}
