package org.diamondhpc.cli.agent;

import com.fasterxml.jackson.databind.JsonNode;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.shell.Exit;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.schemas.id.SessionId;

/** Follows a turn: a line for each step, then the answer. */
final class TurnWatch {
    private static final int MAX_LINE = 160;

    private final Shell shell;
    private final SessionId session;
    private final int turn;

    TurnWatch(Shell shell, SessionId session, int turn) {
        this.shell = shell;
        this.session = session;
        this.turn = turn;
    }

    /** The exit code: 0 where there is an answer. */
    int untilEnd() {
        int after = 0;
        String state = null;
        String trouble = null;
        while (true) {
            Document news = shell.client().turns().steps(session, turn, after, state);
            after = (int) news.number("/next");
            news.json().path("items").forEach(this::tell);
            if (news.text("/turn/trouble") != null && !news.text("/turn/trouble").equals(trouble)) {
                shell.say(shell.styled(Style.YELLOW, "  … " + Style.harmless(news.text("/turn/trouble"))));
            }
            trouble = news.text("/turn/trouble");
            if (news.text("/turn/state").equals("PARKED") && !"PARKED".equals(state)) {
                shell.say(shell.styled(Style.DIM, "  asleep until something happens"));
            }
            state = news.text("/turn/state");
            if (news.text("/turn/endedAt") != null && news.json().path("items").isEmpty()) {
                return ended(news.json().path("turn"));
            }
        }
    }

    private void tell(JsonNode step) {
        if (shell.json()) {
            shell.jsonLine(step);
            return;
        }
        JsonNode entry = step.path("entry");
        switch (entry.path("kind").asText()) {
            case "said" -> {
                boolean more = !entry.path("calls").isEmpty();
                if (more && !entry.path("text").asText().isBlank()) {
                    shell.say(line(entry.path("text").asText()));
                }
                entry.path("calls").forEach(c -> shell.say(shell.styled(Style.CYAN, "  " + line(c.path("name").asText()))
                        + " " + shell.styled(Style.DIM, line(c.path("input").toString()))));
            }
            case "done" -> shell.say(entry.path("failed").asBoolean()
                    ? shell.styled(Style.RED, "    " + line(entry.path("summary").asText()))
                    : "    " + line(entry.path("summary").asText()));
            case "woken" -> shell.say(shell.styled(Style.GREEN, "  woken: "
                    + line(entry.at("/digest/summary").asText(entry.path("reason").asText()))));
            case "givenUp" -> shell.say("  the wait " + line(entry.path("waitId").asText()) + " was cancelled");
            default -> { }
        }
    }

    private int ended(JsonNode now) {
        if (shell.json()) {
            shell.jsonLine(now);
            return Exit.of(now.path("state").asText().equals("ANSWERED")).code();
        }
        JsonNode used = now.path("used");
        shell.note(used.path("modelCalls").asInt() + " questions to the model, " + used.path("toolCalls").asInt()
                + " calls, " + used.path("inputTokens").asLong() + " tokens read and " + used.path("outputTokens").asLong()
                + " written" + (used.path("cost").decimalValue().signum() == 0 ? ""
                : ", " + used.path("cost").decimalValue().stripTrailingZeros().toPlainString() + " " + used.path("currency").asText()));
        if (now.path("state").asText().equals("ANSWERED")) {
            now.path("answer").asText().lines().forEach(l -> shell.result(Style.harmless(l)));
            return Exit.OK.code();
        }
        shell.note(now.path("state").asText().equals("CANCELLED") ? "cancelled" : now.at("/problem/reason").asText() + ": "
                + Style.harmless(now.at("/problem/detail").asText()) + " — " + now.at("/problem/whatToDo").asText());
        return Exit.FAILED.code();
    }

    private static String line(String text) {
        String plain = Style.harmless(text.replace('\n', ' ')).strip();
        return plain.codePointCount(0, plain.length()) <= MAX_LINE ? plain
                : plain.substring(0, plain.offsetByCodePoints(0, MAX_LINE - 1)) + "…";
    }
}
