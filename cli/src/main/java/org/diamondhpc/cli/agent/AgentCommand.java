package org.diamondhpc.cli.agent;

import java.util.List;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.client.Failure;
import org.diamondhpc.cli.client.Intent;
import org.diamondhpc.cli.shell.Exit;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "agent", description = {"Give the hosted agent a goal in words and follow it to its answer.",
    "It goes on without you: interrupt, and look again later with --session."})
class AgentCommand implements Callable<Integer> {
    private static final int TITLE = 80;

    private final Shell shell;
    @Parameters(paramLabel = "GOAL", arity = "0..1",
            description = "What is to be done; without it the session's last turn is followed.")
    private String goal;
    @Option(names = "--session", paramLabel = "S", description = "Go on in this session; without it one is opened.")
    private SessionId session;
    @Option(names = "--model", paramLabel = "M", description = "One of the models configured there.")
    private String model;
    @Option(names = "--no-wait", description = "Only give the goal; prints the session.")
    private boolean unwatched;
    @Option(names = "--cancel", description = "End the session's turn; its tasks go on.")
    private boolean cancel;

    AgentCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (goal == null && session == null) {
            throw wrong("say a goal, or name a session", "Write: diamond agent \"what is to be done\".");
        }
        if (goal == null) {
            int last = last();
            return cancel ? cancelled(last) : new TurnWatch(shell, session, last).untilEnd();
        }
        if (session == null) {
            session = shell.client().sessions().open(goal.strip().lines().findFirst().orElse("")
                    .transform(AgentCommand::title), null, Intent.fresh()).id();
        }
        Document turn = shell.client().turns().begin(session, goal, model, Intent.fresh());
        if (unwatched) {
            if (shell.json()) {
                shell.document(turn.json());
            } else {
                shell.result(session.value());
            }
            return Exit.OK.code();
        }
        shell.note("session " + session + ", turn " + turn.number("/number") + ", model " + turn.text("/model"));
        return new TurnWatch(shell, session, (int) turn.number("/number")).untilEnd();
    }

    private int last() {
        List<Integer> numbers = shell.client().turns().list(session).list("/turns", t -> t.path("number").asInt());
        if (numbers.isEmpty()) {
            throw wrong("session " + session + " has no turn", "Give it a goal.");
        }
        return numbers.getFirst();
    }

    private int cancelled(int turn) {
        Document now = shell.client().turns().cancel(session, turn);
        if (shell.json()) {
            shell.document(now.json());
        } else {
            shell.say("turn " + turn + " is " + now.text("/state"));
        }
        return Exit.OK.code();
    }

    private static String title(String line) {
        String plain = Style.harmless(line).strip();
        return plain.codePointCount(0, plain.length()) <= TITLE ? plain
                : plain.substring(0, plain.offsetByCodePoints(0, TITLE - 1)) + "…";
    }

    private static ApiException wrong(String what, String todo) {
        return new ApiException(Failure.of(Reason.INVALID_REQUEST, what, todo));
    }
}
