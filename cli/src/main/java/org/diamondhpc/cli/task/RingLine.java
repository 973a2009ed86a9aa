package org.diamondhpc.cli.task;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;

/**
 * A task on its way round the ring, as one line: ① asked, ② placed, ③ staged, ④ submitted, ⑤ run, ⑥ collected.
 */
public final class RingLine {
    private static final List<String> STEPS = List.of("①", "②", "③", "④", "⑤", "⑥");
    private static final List<String> REACHED = List.of("requestedAt", "placedAt", "stagedAt", "submittedAt",
            "finishedAt", "collectedAt");

    private RingLine() {
    }

    public static String of(Shell shell, Task task) {
        return steps(shell, task) + "  " + state(shell, task) + " ".repeat(12 - task.state().name().length())
                + task.id() + "  " + Humane.orDash(task.name()) + where(task) + since(shell, task) + detail(task);
    }

    /** The same for a log, where nothing that only tells the time may make a line new. */
    public static String plain(Shell shell, Task task) {
        return steps(shell, task) + "  " + state(shell, task) + " ".repeat(12 - task.state().name().length())
                + task.id() + "  " + Humane.orDash(task.name()) + where(task) + detail(task);
    }

    static String state(Shell shell, Task task) {
        return shell.styled(colour(task.state().name()), task.state().name());
    }

    static Style colour(String state) {
        return switch (state) {
            case "SUCCEEDED" -> Style.GREEN;
            case "FAILED" -> Style.RED;
            case "CANCELLED", "UNCONFIRMED", "WAITING" -> Style.YELLOW;
            default -> Style.CYAN;
        };
    }

    private static String steps(Shell shell, Task task) {
        StringBuilder ring = new StringBuilder();
        boolean before = true;
        for (int i = 0; i < STEPS.size(); i++) {
            boolean reached = task.json().path("timings").hasNonNull(REACHED.get(i));
            before &= reached;
            ring.append(before ? shell.styled(Style.GREEN, STEPS.get(i)) : shell.styled(Style.DIM, "·"));
        }
        return ring.toString();
    }

    private static String where(Task task) {
        if (task.site() == null) {
            return "";
        }
        return "  " + task.site() + (task.partition() == null ? "" : "/" + task.partition())
                + (task.job() == null ? "" : " job " + task.job())
                + (task.number("/attempt") > 1 ? " (attempt " + task.number("/attempt") + ")" : "");
    }

    private static String since(Shell shell, Task task) {
        Instant begin = task.ended() ? task.time("/timings/requestedAt") : task.time("/changedAt");
        Instant end = task.ended() ? task.time("/endedAt") : shell.now();
        return begin == null || end == null ? "" : "  " + Humane.duration(Duration.between(begin, end));
    }

    private static String detail(Task task) {
        String pending = task.text("/pending/explanation");
        String text = task.reason() != null ? task.reason() + ": " + Humane.orDash(task.detail())
                : pending != null ? pending : task.text("/pending/reason");
        return text == null || task.succeeded() ? "" : "  " + Style.harmless(text);
    }
}
