package org.diamondhpc.cli.site;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Style;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "mkdir", description = "Make a folder at a site or in a Globus collection, with those above it.")
class MkdirCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "SITE:/path")
    String path;

    MkdirCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        SitePath folder = SitePath.parse(path);
        return told(shell, shell.client().sites().makeDirectory(folder.site(), folder.path()));
    }

    /** What was done, in the site's words. */
    static int told(Shell shell, JsonNode done) {
        if (shell.json()) {
            shell.document(done);
        } else {
            shell.say(Style.harmless(done.path("detail").asText()));
        }
        return 0;
    }
}
