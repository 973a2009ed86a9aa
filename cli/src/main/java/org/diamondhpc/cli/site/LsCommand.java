package org.diamondhpc.cli.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Table;
import org.diamondhpc.schemas.DiamondJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "ls", description = "List a folder at a site.")
class LsCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "SITE:/path", description = "A folder; without a path the home.")
    String path;

    LsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        list(shell, SitePath.parse(path));
        return 0;
    }

    static void list(Shell shell, SitePath folder) {
        ArrayNode entries = entries(shell, folder);
        if (shell.json()) {
            ObjectNode all = DiamondJson.json().createObjectNode().put("path", folder.path());
            all.set("entries", entries);
            shell.document(all);
            return;
        }
        Table table = new Table("MODE", ">SIZE", "CHANGED", "NAME~");
        for (JsonNode node : entries) {
            Document entry = () -> node;
            String name = Style.harmless(entry.text("/name")) + ("DIRECTORY".equals(entry.text("/type")) ? "/" : "");
            if (shell.quiet()) {
                shell.result(name);
            }
            table.row(entry.text("/mode"), Humane.size(entry.number("/size")),
                    Humane.time(entry.time("/modified"), shell.now()), name);
        }
        if (!shell.quiet()) {
            table.print(shell.terminal());
        }
    }

    private static ArrayNode entries(Shell shell, SitePath folder) {
        ArrayNode all = DiamondJson.json().createArrayNode();
        String after = null;
        do {
            JsonNode page = shell.client().sites().list(folder.site(), folder.path(), after);
            page.path("entries").forEach(all::add);
            after = page.path("next").asText(null);
        } while (after != null);
        return all;
    }
}
