package org.diamondhpc.cli.application;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Table;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "apps", description = "Registered applications: what they need, and what their runs took at each site.")
class AppsCommand implements Callable<Integer> {
    private final Shell shell;

    AppsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<Document> all = shell.client().applications().list();
        if (shell.json()) {
            shell.documents(all);
        } else if (all.isEmpty()) {
            shell.say("No application is registered; `diamond apps put FILE.yaml` makes one.");
        } else {
            print(all);
        }
        return 0;
    }

    @Command(description = "Say what an application needs: name, requirements; YAML or JSON.")
    int put(@Parameters(paramLabel = "FILE") Path file) throws IOException {
        JsonNode told = read(Files.readAllBytes(shell.path(file)));
        if (!(told instanceof ObjectNode application) || !application.path("name").isTextual()) {
            throw ApiException.of(Reason.INVALID_REQUEST, file + " names no application");
        }
        show(shell.client().applications().put(application.path("name").asText(), application));
        return 0;
    }

    @Command(description = "One application.")
    int show(@Parameters(paramLabel = "NAME") String name) {
        show(shell.client().applications().get(name));
        return 0;
    }

    @Command(description = "Forget an application and what its runs took.")
    int rm(@Parameters(paramLabel = "NAME") String name) {
        shell.client().applications().delete(name);
        return 0;
    }

    private void show(Document application) {
        if (shell.json()) {
            shell.document(application.json());
        } else {
            print(List.of(application));
        }
    }

    private static JsonNode read(byte[] text) throws IOException {
        try {
            return DiamondJson.yaml().readTree(text);
        } catch (JacksonException e) {
            throw ApiException.of(Reason.INVALID_REQUEST, "not YAML: " + e.getOriginalMessage());
        }
    }

    private void print(List<Document> all) {
        Table table = new Table("APPLICATION", "SITE", ">RUNS", ">MEAN", ">SHORTEST", ">LONGEST", "NEEDS~");
        for (Document application : all) {
            List<Document> runs = application.list("/runs", node -> (Document) () -> node);
            if (runs.isEmpty()) {
                table.row(application.text("/name"), null, null, null, null, null, needs(application));
            }
            for (Document r : runs) {
                table.row(application.text("/name"), r.text("/site"), r.number("/count"),
                        Humane.duration(r.duration("/mean")), Humane.duration(r.duration("/shortest")),
                        Humane.duration(r.duration("/longest")), needs(application));
            }
        }
        table.print(shell.terminal());
    }

    private static String needs(Document application) {
        List<String> all = new ArrayList<>();
        for (String kind : List.of("architectures", "software", "modules", "features", "gpuTypes")) {
            all.addAll(application.list("/requirements/" + kind, JsonNode::asText));
        }
        if (application.number("/requirements/gpus") > 0) {
            all.add(application.number("/requirements/gpus") + " GPUs a process");
        }
        return String.join(", ", all);
    }
}
