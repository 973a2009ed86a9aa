package org.diamondhpc.cli.transfer;

import java.util.List;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.client.Transfer;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Table;

/** A transfer for people. */
final class TransferPage {
    private final Shell shell;

    TransferPage(Shell shell) {
        this.shell = shell;
    }

    /** Newest first. */
    static int list(Shell shell, String state, int limit) {
        List<Transfer> all = shell.client().transfers().list(state, limit);
        if (shell.json()) {
            shell.documents(all);
        } else if (shell.quiet()) {
            all.forEach(t -> shell.result(t.id().value()));
        } else {
            Table table = new Table("TRANSFER", "STATE", ">FILES", ">BYTES", ">RATE", "BY", "ASKED", "FROM → TO~");
            all.forEach(t -> table.row(t.id(), state(shell, t), t.number("/filesDone") + "/" + t.number("/files"), bytes(t),
                    Humane.orDash(rate(t)), Humane.orDash(t.text("/mover")), Humane.time(t.time("/createdAt"), shell.now()),
                    way(t)));
            table.print(shell.terminal());
        }
        return 0;
    }

    /** All that is known of it. */
    void show(Transfer t) {
        shell.result(line(shell, t));
        t.list("/items", i -> i.path("from").asText() + " → " + i.path("to").asText())
                .forEach(i -> shell.result("  " + Style.harmless(i)));
        details(t);
        t.list("/done", d -> d.path("from").asText() + "  " + Humane.size(d.path("size").asLong()) + "  sha256 "
                + d.path("sha256").asText()).forEach(d -> shell.result("  done " + Style.harmless(d)));
    }

    /** Which way each part took and why, what is different, and what did not arrive. */
    void details(Transfer t) {
        t.list("/legs", node -> leg(() -> node)).forEach(l -> shell.result("  " + l));
        t.list("/notes", n -> n.asText()).forEach(n -> shell.result("  note: " + Style.harmless(n)));
        t.list("/lost", l -> l.path("from").asText() + ": " + l.path("problem").path("reason").asText() + ": "
                + l.path("problem").path("detail").asText()).forEach(l -> shell.result("  lost " + Style.harmless(l)));
    }

    private static String leg(Document leg) {
        String why = leg.text("/why");
        return end(leg, "/from") + " → " + end(leg, "/to") + " by " + leg.text("/mover") + (why == null ? ""
                : " (" + Style.harmless(why) + ")") + ": " + leg.number("/files") + " files, " + Humane.size(leg.number("/bytes"))
                + " in " + Humane.duration(leg.duration("/took"));
    }

    private static String end(Document leg, String pointer) {
        return leg.text(pointer) == null ? "Diamond" : leg.text(pointer);
    }

    /** The state of it in one line. */
    static String line(Shell shell, Transfer t) {
        String problem = t.text("/problem/reason");
        return t.id() + "  " + state(shell, t) + "  " + t.number("/filesDone") + "/" + t.number("/files") + " files  "
                + bytes(t) + (rate(t) == null ? "" : "  " + rate(t)) + by(t)
                + (t.number("/faults") == 0 ? "" : "  " + t.number("/faults") + " faults overcome")
                + (t.time("/expectedEnd") == null ? "" : "  until " + Humane.time(t.time("/expectedEnd"), shell.now()))
                + (problem == null ? "" : "  " + problem + ": " + Style.harmless(t.text("/problem/detail")));
    }

    private static String by(Transfer t) {
        String mover = t.text("/mover");
        String status = t.text("/status");
        return mover == null ? "" : "  by " + mover + (status == null || status.equals("OK") ? ""
                : " [" + Style.harmless(status) + "]") + (t.text("/why") == null ? "" : " (" + Style.harmless(t.text("/why")) + ")");
    }

    private static String state(Shell shell, Transfer t) {
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

    private static String rate(Transfer t) {
        return t.number("/bytesPerSecond") == 0 ? null : Humane.size(t.number("/bytesPerSecond")) + "/s";
    }

    private static String way(Transfer t) {
        int more = t.json().path("items").size() - 1;
        return Style.harmless(t.text("/items/0/from") + " → " + t.text("/items/0/to")) + (more > 0 ? " +" + more : "");
    }
}
