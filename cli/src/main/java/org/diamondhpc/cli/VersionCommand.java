package org.diamondhpc.cli;

import java.util.concurrent.Callable;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.DiamondJson;
import picocli.CommandLine.Command;

@Command(name = "version", description = "Print the version.")
class VersionCommand implements Callable<Integer> {
    private final Shell shell;

    VersionCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (shell.json()) {
            shell.document(DiamondJson.json().createObjectNode().put("version", Version.text())
                    .put("java", Runtime.version().toString()));
        } else {
            shell.result("diamond " + Version.text());
        }
        return 0;
    }
}
