package org.diamondhpc.cli.task;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.client.WorkspacePath;
import org.diamondhpc.cli.shell.Fetching;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.CollectedOutput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "get", description = {"Bring a task's results here.",
        "Every file is checked against its SHA-256 while it is written; a cut download goes on where it was."})
class GetCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(index = "0", paramLabel = "TASK")
    TaskId task;

    @Parameters(index = "1", arity = "0..1", paramLabel = "PATTERN", defaultValue = "**",
            description = "Only these, for example '*.csv' or 'model/**'.")
    String pattern;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", description = "Into this folder; without it one of the task's name.")
    Path folder;

    GetCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        Task known = shell.client().tasks().get(task);
        List<CollectedOutput> wanted = wanted(known);
        Fetching fetching = new Fetching(shell, shell.path(folder == null ? Path.of(task.value()) : folder));
        ObjectNode all = DiamondJson.json().createObjectNode().put("task", task.value());
        ArrayNode files = all.putArray("files");
        for (CollectedOutput output : wanted) {
            files.add(fetching.fetch(WorkspacePath.parse(output.path()), output.relative(), output.size(),
                    output.sha256()));
        }
        if (shell.json()) {
            shell.document(all);
        }
        return 0;
    }

    private List<CollectedOutput> wanted(Task known) {
        if (known.outputs().isEmpty()) {
            throw ApiException.of(Reason.INVALID_NOT_FOUND, "task " + task + " is " + known.state()
                    + " and has left no files" + (known.ended() ? "" : " yet"));
        }
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        List<CollectedOutput> wanted = known.outputs().stream()
                .filter(o -> matcher.matches(Path.of(o.relative()))).toList();
        if (wanted.isEmpty()) {
            throw ApiException.of(Reason.INVALID_NOT_FOUND, "none of the " + known.outputs().size()
                    + " files of task " + task + " matches " + pattern);
        }
        return wanted;
    }
}
