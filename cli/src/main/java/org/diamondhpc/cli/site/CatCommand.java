package org.diamondhpc.cli.site;

import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.SiteContent;
import org.diamondhpc.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "cat", description = "Print a file of a site, byte by byte.")
class CatCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "SITE:/path")
    String path;

    CatCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        SitePath file = SitePath.parse(path);
        SiteContent piece;
        long offset = 0;
        do {
            piece = shell.client().sites().read(file.site(), file.path(), offset);
            if (shell.json()) {
                shell.jsonLine(piece.json());
            } else {
                shell.terminal().out().writeBytes(piece.bytes());
            }
            offset = piece.next();
        } while (!piece.end() && piece.bytes().length > 0);
        return 0;
    }
}
