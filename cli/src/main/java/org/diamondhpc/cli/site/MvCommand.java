package org.diamondhpc.cli.site;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Failure;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.reason.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "mv", description = "Rename within a site or a Globus collection; nothing is replaced. To move files elsewhere: transfer start --move.")
class MvCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(index = "0", paramLabel = "SITE:/path")
    String from;

    @Parameters(index = "1", paramLabel = "SITE:/path")
    String to;

    MvCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        SitePath source = SitePath.parse(from);
        SitePath target = SitePath.parse(to);
        if (!Objects.equals(source.site(), target.site())) {
            throw new ApiException(Failure.of(Reason.INVALID_PATH, "both names are of the same site or collection",
                    "To move files elsewhere use transfer start --move."));
        }
        return MkdirCommand.told(shell, shell.client().sites().rename(source.site(), source.path(), target.path()));
    }
}
