package org.diamondhpc.cli.session;

import java.time.Duration;
import java.util.List;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.client.Intent;
import org.diamondhpc.cli.client.Session;
import org.diamondhpc.cli.client.WaitFor;
import org.diamondhpc.cli.client.Wake;
import org.diamondhpc.cli.shell.Exit;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.shell.Spans;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "session", description = "One conversation of an agent: open it, sleep, be woken.")
class SessionCommand {
    private final Shell shell;

    SessionCommand(Shell shell) {
        this.shell = shell;
    }

    @Command(name = "new", description = "Open a session; prints its id.")
    int open(@Parameters(paramLabel = "TITLE", arity = "0..1", defaultValue = "") String title) {
        Session session = shell.client().sessions().open(title, null, Intent.fresh());
        if (shell.json()) {
            shell.document(session.json());
        } else {
            shell.result(session.id().value());
        }
        return 0;
    }

    @Command(description = "A session with its waits and notes.")
    int show(@Parameters(paramLabel = "SESSION") SessionId id) {
        Session session = shell.client().sessions().get(id);
        if (shell.json()) {
            shell.document(session.json());
            return 0;
        }
        shell.result(session.id() + "  " + session.state() + "  " + Style.harmless(Humane.orDash(session.text("/title")))
                + "  wakes " + session.lastWake() + ", seen up to " + session.acked());
        for (Document wait : shell.client().sessions().waits(id, 20)) {
            shell.result("  " + wait.text("/id") + "  " + wait.text("/state") + "  " + wait.text("/mode") + "  "
                    + wait.json().path("met").size() + " met, " + wait.json().path("open").size() + " open  "
                    + Style.harmless(Humane.orDash(wait.text("/note"))));
        }
        if (session.json().path("notes").size() > 0) {
            shell.result("notes " + Style.harmless(session.json().path("notes").toString()));
        }
        return 0;
    }

    @Command(description = "Put a session to sleep until something has happened.")
    int park(@Parameters(paramLabel = "SESSION", index = "0") SessionId id,
            @Parameters(paramLabel = "TASK", index = "1..*", arity = "0..*") List<TaskId> tasks,
            @Option(names = "--transfer", paramLabel = "X", description = "A transfer to wait for.")
            List<TransferId> transfers,
            @Mixin Wishes more,
            @Option(names = "--any", description = "One of them suffices.") boolean any,
            @Option(names = "--timeout", paramLabel = "TIME", description = "Wake in any case after this time.")
            String timeout,
            @Option(names = "--note", description = "Why; comes back with the wake.") String note) {
        Document wait = shell.client().sessions().park(id, new WaitFor(any ? "ANY" : "ALL", Absent.list(tasks),
                List.of(), Absent.list(transfers), Absent.list(more.succeeded), Absent.list(more.failed),
                more.sites(), more.logs(), Absent.list(more.better), Absent.list(more.budgets), more.unalarmed ? "none" : null, timeout, note), Intent.fresh());
        if (shell.json()) {
            shell.document(wait.json());
        } else {
            shell.result(wait.text("/id"));
        }
        return 0;
    }

    @Command(description = "Print wakes that were not acknowledged; with --wait sleep until there is one.")
    int wakes(@Parameters(paramLabel = "SESSION") SessionId id,
            @Option(names = "--after", paramLabel = "N", description = "After this number instead.") Long after,
            @Option(names = "--wait", paramLabel = "TIME", arity = "0..1", fallbackValue = "3650d",
                    description = "At most so long; without a time for ever.") String wait) {
        List<Wake> wakes = shell.client().sessions().wakes(id, after, wait == null ? Duration.ZERO : Spans.parse(wait));
        for (Wake wake : wakes) {
            if (shell.json()) {
                shell.jsonLine(wake.json());
            } else {
                shell.result("wake " + wake.number() + "  " + wake.reason() + "  "
                        + Style.harmless(wake.digest().path("summary").asText()));
                shell.say("  " + Style.harmless(wake.digest().toString()));
            }
        }
        return wait == null || !wakes.isEmpty() ? 0 : Exit.TEMPORARY.code();
    }

    @Command(description = "Say that every wake up to a number was seen.")
    int ack(@Parameters(paramLabel = "SESSION") SessionId id, @Parameters(paramLabel = "NUMBER") long upTo) {
        Session session = shell.client().sessions().acknowledge(id, upTo);
        if (shell.json()) {
            shell.document(session.json());
        } else {
            shell.say("seen up to " + session.acked() + " of " + session.lastWake());
        }
        return 0;
    }

    @Command(description = "Close a session; its tasks go on.")
    int close(@Parameters(paramLabel = "SESSION") SessionId id) {
        Session session = shell.client().sessions().close(id);
        if (shell.json()) {
            shell.document(session.json());
        } else {
            shell.say(id + " is " + session.state());
        }
        return 0;
    }
}
