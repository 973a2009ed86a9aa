package org.diamondhpc.cli.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.shell.Exit;
import org.diamondhpc.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "demo", description = {
        "A guided run: two steps of real computation on two sites, told as it happens.",
        "Exit code 0 only where every result is right to the bit."})
class DemoCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR",
            description = "Keep the results in this folder; without it they are removed after the check.")
    Path folder;

    DemoCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        Story story = new Story(shell);
        boolean right = new Demo(shell, story, folder == null ? null : shell.path(folder)).run();
        if (shell.json()) {
            shell.document(story.json());
        }
        return Exit.of(right).code();
    }
}
