package org.diamondhpc.cli.task;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Table;
import org.diamondhpc.cli.terminal.Wrapped;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Prediction;

/** A task on a page. */
final class TaskPage {
    private final Shell shell;
    private final Task task;

    TaskPage(Shell shell, Task task) {
        this.shell = shell;
        this.task = task;
    }

    void print() {
        shell.result(RingLine.of(shell, task));
        field("session", task.text("/session"));
        field("placed", placed());
        field("foreseen", foreseen());
        task.list("/moves", node -> (Document) () -> node).forEach(m -> field("moved", moved(m)));
        field("hedged", hedged());
        field("nodes", String.join(",", task.list("/nodes", JsonNode::asText)));
        field("end", end());
        field("problem", problem());
        field("trying", trying());
        field("times", times());
        field("usage", usage());
        attempts();
        outputs();
        if (task.json().has("spec")) {
            field("spec", "");
            yaml(task.json().path("spec")).lines().forEach(line -> shell.result("  " + line));
        }
    }

    private void field(String name, String value) {
        if (value == null || value.isEmpty() && !name.equals("spec")) {
            return;
        }
        List<String> lines = Wrapped.lines(Style.harmless(value), shell.terminal().width() - 10);
        for (int i = 0; i < lines.size(); i++) {
            shell.result((i == 0 ? shell.styled(Style.BOLD, name) + " ".repeat(10 - name.length()) : " ".repeat(10))
                    + lines.get(i));
        }
    }

    private String placed() {
        Placement p = task.placement();
        return p == null ? null : Candidates.place(p) + " as " + p.user() + ": " + Humane.orDash(p.why());
    }

    /** What the placement foresaw, and beside it what came. */
    private String foreseen() {
        Prediction p = task.placement() == null ? null : task.placement().prediction();
        return p == null || p.waiting() == null ? null : "%s in the queue (8 times in 10 %s to %s)%s; %s running%s".formatted(
                Humane.duration(p.waiting()), Humane.duration(p.waitLow()), Humane.duration(p.waitHigh()), came("queued"),
                Humane.duration(p.running()), task.text("/outcome/end") == null ? "" : came("running"));
    }

    private String came(String field) {
        return task.text("/durations/" + field) == null ? "" : ", it was " + Humane.duration(task.duration("/durations/" + field));
    }

    private String end() {
        if (task.text("/outcome/end") == null) {
            return null;
        }
        return task.text("/outcome/end") + part(", exit code ", task.text("/outcome/exitCode"))
                + part(", signal ", task.text("/outcome/signal"))
                + part(", the scheduler says ", task.text("/outcome/schedulerState"))
                + part(", ", task.text("/outcome/detail"));
    }

    private String problem() {
        return task.reason() == null ? null : task.reason() + ": " + Humane.orDash(task.detail())
                + part(" — ", task.text("/problem/whatToDo"));
    }

    /** Only the first try of a wait is told; once that is past, it is tried now and then. */
    private String trying() {
        Instant again = task.time("/retryAt");
        return again == null ? null : again.isBefore(shell.now()) ? "again by itself, now and then"
                : "again at " + Humane.time(again, shell.now());
    }

    private String times() {
        Instant asked = task.time("/timings/requestedAt");
        return "asked " + Humane.time(asked == null ? task.time("/createdAt") : asked, shell.now())
                + took("placing", "placing") + took("staging", "staging") + took("queued", "in the queue")
                + took("running", "running") + took("total", "altogether");
    }

    private String took(String field, String words) {
        return task.text("/durations/" + field) == null ? ""
                : ", " + Humane.duration(task.duration("/durations/" + field)) + " " + words;
    }

    private String usage() {
        if (!task.json().has("usage")) {
            return null;
        }
        return "elapsed " + Humane.duration(task.duration("/usage/elapsed")) + ", CPU "
                + Humane.duration(task.duration("/usage/cpuTime"))
                + (task.text("/usage/maxMemoryBytes") == null ? ""
                        : ", memory " + Humane.size(task.number("/usage/maxMemoryBytes")))
                + part(", ", task.text("/usage/allocated"));
    }

    /** Where several jobs of it were submitted, which of them works, and what the others cost. */
    private String hedged() {
        if (!task.json().has("hedge")) {
            return null;
        }
        String places = String.join(", ", task.list("/hedge/copies", node -> (Document) () -> node).stream()
                .map(c -> c.text("/site") + part(" ", c.text("/job/id")) + " " + c.text("/state").toLowerCase(Locale.ROOT)).toList());
        return places + part(", told after ", task.text("/hedge/toldAfter") == null ? null : Humane.duration(task.duration("/hedge/toldAfter")))
                + "; the burden: %s extra job%s, %s in queues, %s node s held".formatted(task.text("/hedge/extraJobs"),
                        "1".equals(task.text("/hedge/extraJobs")) ? "" : "s", Humane.duration(task.duration("/hedge/queued")),
                        task.text("/hedge/heldNodeSeconds"));
    }

    private static String moved(Document move) {
        String place = move.text("/from") + " → " + move.text("/to");
        return switch (move.text("/state")) {
            case "MOVED" -> place + ": " + move.text("/said");
            case "KEPT" -> place + ", dropped: " + move.text("/said");
            default -> place + ", under way: " + move.text("/said");
        };
    }

    private void attempts() {
        Table table = new Table(">TRY", "SITE", "PARTITION", "JOB", "END", "WHY~");
        task.list("/attempts", node -> (Document) () -> node).forEach(a -> table.row(a.text("/number"),
                a.text("/site"), a.text("/partition"), a.text("/job/id"), a.text("/end"),
                a.text("/problem/reason") == null ? null
                        : Style.harmless(a.text("/problem/reason") + ": " + a.text("/problem/detail"))));
        if (!table.isEmpty()) {
            shell.result("");
            table.print(shell.terminal());
        }
    }

    private void outputs() {
        Table table = new Table("FILE~", ">SIZE", "SHA-256");
        for (CollectedOutput o : task.outputs()) {
            table.row(Style.harmless(o.relative()), Humane.size(o.size()),
                    o.sha256() == null ? null : o.sha256().substring(0, 16) + "…");
        }
        if (!table.isEmpty()) {
            shell.result("");
            table.print(shell.terminal());
        }
    }

    private static String part(String before, String text) {
        return text == null ? "" : before + text;
    }

    private static String yaml(JsonNode spec) {
        try {
            return DiamondJson.yaml().writeValueAsString(spec);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
