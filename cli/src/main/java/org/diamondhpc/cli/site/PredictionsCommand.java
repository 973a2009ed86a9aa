package org.diamondhpc.cli.site;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Table;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.Calibration;
import org.diamondhpc.schemas.task.PredictionTruth;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "predictions", description = "What was foreseen for your latest tasks, what came, and how far to rely on it.")
class PredictionsCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(names = "--site", paramLabel = "SITE", description = "Only this site.")
    SiteId site;

    @Option(names = "--limit", defaultValue = "20", description = "At most so many (${DEFAULT-VALUE}).")
    int limit;

    PredictionsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        JsonNode answer = shell.client().sites().predictions(site, limit);
        Document told = () -> answer;
        if (shell.json()) {
            shell.document(answer);
        } else if (answer.path("items").isEmpty()) {
            shell.say("Nothing has been placed yet.");
        } else {
            items(told).print(shell.terminal());
            Table worth = calibration(told);
            if (!worth.isEmpty()) {
                shell.say("");
                worth.print(shell.terminal());
            }
        }
        return 0;
    }

    private Table items(Document told) {
        Table table = new Table("TASK", "SITE", "PLACED", ">FORESEEN", "BETWEEN", ">WAITED", ">RUN FORESEEN", ">RAN", "POLICY");
        for (PredictionTruth p : told.list("/items", PredictionTruth.class)) {
            table.row(p.task() + "." + p.attempt(), place(p.site(), p.partition()), Humane.time(p.decidedAt(), shell.now()),
                    Humane.duration(p.predicted().waiting()), Humane.duration(p.predicted().waitLow()) + " … "
                            + Humane.duration(p.predicted().waitHigh()), waited(p),
                    Humane.duration(p.predicted().running()), p.ran() == null ? null : Humane.duration(p.ran()), p.policy());
        }
        return table;
    }

    private String waited(PredictionTruth p) {
        return p.waited() == null ? null
                : shell.styled(p.within() ? Style.GREEN : Style.YELLOW, Humane.duration(p.waited()));
    }

    private static Table calibration(Document told) {
        Table table = new Table("SITE", ">WAITS KNOWN", ">IN BETWEEN", ">MEAN FORESEEN", ">MEAN WAITED", ">MEDIAN ERROR");
        for (Calibration c : told.list("/calibration", Calibration.class)) {
            table.row(place(c.site(), c.partition()), c.predictions(),
                    String.format(Locale.ROOT, "%.0f%% (80%%)", 100 * c.within()), Humane.duration(c.predicted()),
                    Humane.duration(c.waited()), Humane.duration(c.error()));
        }
        return table;
    }

    private static String place(SiteId site, String partition) {
        return partition == null ? site.value() : site + "/" + partition;
    }
}
