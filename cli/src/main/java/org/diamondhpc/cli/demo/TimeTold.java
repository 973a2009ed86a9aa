package org.diamondhpc.cli.demo;

import java.time.Duration;
import java.util.Locale;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Table;

/** The timetable as a table with bars. */
final class TimeTold {
    private static final int BAR = 40;
    private final Shell shell;
    private final Story story;

    TimeTold(Shell shell, Story story) {
        this.shell = shell;
        this.story = story;
    }

    void tell(Timetable time, Duration slept) {
        time.into(story.json());
        Table table = new Table("   WHAT", ">TIME", ">SHARE", "");
        time.stretches().forEach((what, took) -> table.row("   " + what, Humane.duration(took),
                String.format(Locale.ROOT, "%.1f %%", time.percent(took)), bar(time.percent(took))));
        if (!shell.json() && !shell.quiet()) {
            table.print(shell.terminal());
        }
        story.tell(String.format(Locale.ROOT, "%s altogether, %.1f %% of it explained. The agent slept %s of it (%.0f %%)"
                + " and cost nothing.", Humane.duration(time.wall()), time.explained(), Humane.duration(slept),
                time.percent(slept)));
    }

    private String bar(double percent) {
        int length = (int) Math.round(percent * BAR / 100);
        return length == 0 ? " " : shell.styled(Style.CYAN, "█".repeat(length));
    }
}
