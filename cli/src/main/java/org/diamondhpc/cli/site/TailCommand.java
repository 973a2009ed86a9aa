package org.diamondhpc.cli.site;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.SiteContent;
import org.diamondhpc.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "tail", description = "Print the end of a file of a site.")
class TailCommand implements Callable<Integer> {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private final Shell shell;

    @Parameters(paramLabel = "SITE:/path")
    String path;

    @Option(names = {"-c", "--bytes"}, defaultValue = "4096", description = "How much, at most 262144 bytes.")
    int bytes;

    @Option(names = {"-f", "--follow"}, description = "And what is appended, until interrupted.")
    boolean follow;

    TailCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws InterruptedException {
        SitePath file = SitePath.parse(path);
        Long offset = null;
        do {
            SiteContent piece = shell.client().sites().tail(file.site(), file.path(), bytes, offset);
            if (shell.json()) {
                shell.jsonLine(piece.json());
            } else {
                shell.terminal().out().writeBytes(piece.bytes());
                shell.terminal().out().flush();
            }
            offset = piece.next();
            if (follow && piece.bytes().length == 0) {
                Thread.sleep(PAUSE);
            }
        } while (follow);
        return 0;
    }
}
