package org.diamondhpc.cli.task;

import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.EventStream;
import org.diamondhpc.cli.client.StreamEvent;
import org.diamondhpc.cli.client.TaskEntry;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.schemas.id.TaskId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "events", description = "What happened to a task, in order.")
class EventsCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "TASK")
    TaskId task;

    @Option(names = {"-f", "--follow"}, description = "And what happens, until the task ends.")
    boolean follow;

    @Option(names = "--after", paramLabel = "N", defaultValue = "0", description = "Only after this number.")
    long after;

    EventsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (!follow) {
            shell.client().tasks().events(task).stream().filter(e -> e.seq() > after).forEach(this::print);
            return 0;
        }
        try (EventStream stream = shell.client().tasks().follow(task, after)) {
            for (StreamEvent e = stream.next(); e != null; e = stream.next()) {
                print(new TaskEntry(e.json()));
            }
        }
        return 0;
    }

    private void print(TaskEntry entry) {
        if (shell.json()) {
            shell.jsonLine(entry.json());
            return;
        }
        shell.result(String.format("%3d  %s  %-22s %s", entry.seq(),
                Humane.time(entry.time("/time"), shell.now()), entry.what(), Style.harmless(told(entry))));
    }

    /** What of the body says most. */
    private static String told(TaskEntry entry) {
        String place = entry.text("/body/placement/site");
        String partition = entry.text("/body/placement/partition");
        StringBuilder words = new StringBuilder();
        add(words, place == null ? null : place + (partition == null ? "" : "/" + partition));
        add(words, entry.text("/body/job/id") == null ? null : "job " + entry.text("/body/job/id"));
        add(words, entry.text("/body/outcome/end"));
        add(words, entry.text("/body/state"));
        add(words, entry.text("/body/explanation"));
        String problem = entry.text("/body/problem/reason");
        add(words, problem == null ? null : problem + ": " + entry.text("/body/problem/detail"));
        return words.toString();
    }

    private static void add(StringBuilder words, String more) {
        if (more != null) {
            words.append(words.isEmpty() ? "" : "  ").append(more);
        }
    }
}
