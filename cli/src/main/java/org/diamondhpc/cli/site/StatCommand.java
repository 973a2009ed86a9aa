package org.diamondhpc.cli.site;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "stat", description = "What a file or folder of a site is.")
class StatCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "SITE:/path")
    String path;

    StatCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        SitePath file = SitePath.parse(path);
        JsonNode json = shell.client().sites().stat(file.site(), file.path());
        if (shell.json()) {
            shell.document(json);
            return 0;
        }
        Document facts = () -> json;
        shell.result(facts.text("/entry/type") + "  " + facts.text("/entry/mode") + "  "
                + facts.number("/entry/size") + " bytes (" + Humane.size(facts.number("/entry/size")) + ")  changed "
                + Humane.time(facts.time("/entry/modified"), shell.now()) + "  " + Style.harmless(file.toString()));
        return 0;
    }
}
