package org.diamondhpc.cli.task;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Table;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Prediction;
import org.diamondhpc.schemas.task.Verdict;

/** Places that were looked at, as a table; the chosen one has an arrow. */
public final class Candidates {
    private Candidates() {
    }

    /** @param chosen null: none */
    public static Table table(Shell shell, List<Candidate> candidates, Placement chosen) {
        Table table = new Table("", "SITE", "PARTITION", "VERDICT", ">WAIT", ">STAGING", ">RUN", ">DONE IN", "WHY~");
        for (Candidate c : candidates) {
            boolean marked = chosen != null && chosen.site().equals(c.site())
                    && Objects.equals(chosen.partition(), c.partition());
            table.row(marked ? shell.styled(Style.GREEN, "→") : " ", c.site(), c.partition(),
                    shell.styled(colour(c.verdict()), c.verdict().name()), wait(c.prediction()),
                    part(c.prediction(), Prediction::staging), part(c.prediction(), Prediction::running),
                    part(c.prediction(), Prediction::completion), c.why() == null ? null : Style.harmless(c.why()));
        }
        return table;
    }

    public static String place(Placement p) {
        return p.partition() == null ? p.site().value() : p.site() + "/" + p.partition();
    }

    private static Style colour(Verdict verdict) {
        return switch (verdict) {
            case READY -> Style.GREEN;
            case BUSY -> Style.YELLOW;
            case RESTRICTED -> Style.BLUE;
            case INCOMPATIBLE -> Style.DIM;
        };
    }

    private static String wait(Prediction p) {
        String wait = part(p, Prediction::waiting);
        boolean spread = p != null && p.waitHigh() != null && p.waiting() != null
                && p.waitHigh().compareTo(p.waiting()) > 0;
        return spread ? wait + " (≤" + Humane.duration(p.waitHigh()) + ")" : wait;
    }

    private static String part(Prediction p, Function<Prediction, Duration> part) {
        boolean whole = p != null && p.waiting() != null && p.staging() != null && p.running() != null;
        return whole ? Humane.duration(part.apply(p)) : null;
    }
}
