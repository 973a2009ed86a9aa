package org.diamondhpc.cli.site;

import java.util.concurrent.Callable;
import org.diamondhpc.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "rm", description = "Delete a file, or with -r a folder, at a site or in a Globus collection.")
class RmCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "SITE:/path")
    String path;

    @Option(names = {"-r", "--recursive"}, description = "A folder with all that is in it.")
    boolean recursive;

    RmCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        SitePath file = SitePath.parse(path);
        return MkdirCommand.told(shell, shell.client().sites().delete(file.site(), file.path(), recursive));
    }
}
