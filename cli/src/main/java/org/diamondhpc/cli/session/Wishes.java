package org.diamondhpc.cli.session;

import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.cli.client.WaitFor;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.TaskId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** What else a session can sleep for. */
class Wishes {
    @Option(names = "--result", paramLabel = "TASK", description = "A task that must end with a result.")
    List<TaskId> succeeded;

    @Option(names = "--failure", paramLabel = "TASK", description = "A task whose failure wakes at once.")
    List<TaskId> failed;

    @Option(names = "--site-up", paramLabel = "SITE", description = "A site that must take work.")
    List<String> up;

    @Option(names = "--site-down", paramLabel = "SITE", description = "A site that must take none.")
    List<String> down;

    @Option(names = "--idle", paramLabel = "SITE[/PARTITION]=NODES", description = "So many idle nodes at least.",
            converter = Idle.class)
    List<WaitFor.SiteTerms> idle;

    @Option(names = "--log", paramLabel = "TASK=PATTERN", description = "A line on stdout, by a regular expression.",
            converter = Line.class)
    List<WaitFor.LogTerms> lines;

    @Option(names = "--better", paramLabel = "TASK",
            description = "A waiting task that wakes at once where it would be done well sooner elsewhere.")
    List<TaskId> better;

    @Option(names = "--budget", paramLabel = "SITE[/ACCOUNT]=HOURS", converter = Left.class,
            description = "Wakes at once when at most so many CPU hours of the account are left.")
    List<WaitFor.BudgetTerms> budgets;

    @Option(names = "--no-alarms", description = "No wakes for what may need a decision.")
    boolean unalarmed;

    List<WaitFor.SiteTerms> sites() {
        return Stream.of(Absent.list(up).stream().map(WaitFor.SiteTerms::up),
                Absent.list(down).stream().map(WaitFor.SiteTerms::down),
                Absent.list(idle).stream()).flatMap(s -> s).toList();
    }

    List<WaitFor.LogTerms> logs() {
        return Absent.list(lines);
    }

    /** Reads {@code SITE[/PARTITION]=NODES}. */
    static class Idle implements ITypeConverter<WaitFor.SiteTerms> {
        @Override
        public WaitFor.SiteTerms convert(String text) {
            return WaitFor.SiteTerms.idle(text);
        }
    }

    /** Reads {@code SITE[/ACCOUNT]=HOURS}. */
    static class Left implements ITypeConverter<WaitFor.BudgetTerms> {
        @Override
        public WaitFor.BudgetTerms convert(String text) {
            return WaitFor.BudgetTerms.parse(text);
        }
    }

    /** Reads {@code TASK=PATTERN}. */
    static class Line implements ITypeConverter<WaitFor.LogTerms> {
        @Override
        public WaitFor.LogTerms convert(String text) {
            return WaitFor.LogTerms.parse(text);
        }
    }
}
