package org.diamondhpc.cli.file;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.client.RemoteFile;
import org.diamondhpc.cli.client.WorkspacePath;
import org.diamondhpc.cli.shell.Fetching;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Table;
import org.diamondhpc.schemas.reason.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "files", description = "Files of workspaces, written ws://WORKSPACE/path.")
class FilesCommand {
    private final Shell shell;

    FilesCommand(Shell shell) {
        this.shell = shell;
    }

    @Command(description = "Upload a file or a folder; a target that ends with / is a folder.")
    int put(@Parameters(paramLabel = "LOCAL") Path local, @Parameters(paramLabel = "WS-PATH") String target)
            throws IOException {
        WorkspacePath to = WorkspacePath.parse(target);
        Path from = shell.path(local);
        if (!Files.isDirectory(from)) {
            said(List.of(shell.client().files().put(from, to.folder() ? to.child(from.getFileName().toString()) : to)));
            return 0;
        }
        String prefix = to.folder() ? to.path() : to.path() + "/";
        List<RemoteFile> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                all.add(shell.client().files().put(file,
                        new WorkspacePath(to.workspace(), prefix + from.relativize(file))));
            }
        }
        said(all);
        return 0;
    }

    @Command(description = "Download a file, or everything below a folder, with checksums verified.")
    int get(@Parameters(paramLabel = "WS-PATH") String source,
            @Option(names = {"-o", "--output"}, paramLabel = "DIR", defaultValue = "",
                    description = "Into this folder.") Path folder) throws IOException {
        WorkspacePath from = WorkspacePath.parse(source);
        Fetching fetching = new Fetching(shell, shell.path(folder));
        List<RemoteFile> wanted = from.folder() ? shell.client().files().list(from)
                : List.of(shell.client().files().facts(from));
        if (wanted.isEmpty()) {
            throw ApiException.of(Reason.INVALID_NOT_FOUND, "there is nothing below " + from);
        }
        for (RemoteFile file : wanted) {
            String name = from.folder() ? file.path().substring(from.path().length()) : from.name();
            ObjectNode done = fetching.fetch(new WorkspacePath(from.workspace(), file.path()), name, file.size(),
                    file.sha256());
            if (shell.json()) {
                shell.jsonLine(done);
            }
        }
        return 0;
    }

    @Command(description = "List workspaces, or files of one.")
    int ls(@Parameters(paramLabel = "WS-PATH", arity = "0..1") String prefix) {
        if (prefix == null) {
            workspaces();
            return 0;
        }
        List<RemoteFile> files = shell.client().files().list(WorkspacePath.parse(prefix));
        if (shell.json()) {
            shell.documents(files);
        } else if (shell.quiet()) {
            files.forEach(f -> shell.result(f.uri()));
        } else {
            Table table = new Table("FILE~", ">SIZE", "SHA-256", "AT", "FROM", "CHANGED");
            files.forEach(f -> table.row(Style.harmless(f.uri()), Humane.size(f.size()),
                    f.sha256() == null ? null : f.sha256().substring(0, 12) + "…", copies(f), origin(f),
                    Humane.time(f.time("/changedAt"), shell.now())));
            table.print(shell.terminal());
        }
        return 0;
    }

    @Command(description = "Forget a file; copies at sites stay.")
    int rm(@Parameters(paramLabel = "WS-PATH", arity = "1..*") List<String> files) {
        for (String file : files) {
            shell.client().files().remove(WorkspacePath.parse(file));
            shell.say(file + " is forgotten");
        }
        return 0;
    }

    private void workspaces() {
        List<Document> all = shell.client().files().workspaces();
        if (shell.json()) {
            shell.documents(all);
            return;
        }
        Table table = new Table("WORKSPACE~", ">FILES", ">SIZE", "CHANGED");
        all.forEach(w -> table.row("ws://" + w.text("/id") + "/", w.number("/files"), Humane.size(w.number("/bytes")),
                Humane.time(w.time("/changedAt"), shell.now())));
        table.print(shell.terminal());
    }

    private void said(List<RemoteFile> files) {
        if (shell.json()) {
            shell.documents(files);
            return;
        }
        for (RemoteFile file : files) {
            shell.say(file.uri() + "  " + Humane.size(file.size()) + "  sha256 " + file.sha256().substring(0, 16)
                    + "… verified");
            if (shell.quiet()) {
                shell.result(file.uri());
            }
        }
    }

    private static String copies(RemoteFile file) {
        return String.join(",", file.list("/replicas", r -> r.path("site").asText("store")).stream().distinct().toList());
    }

    private static String origin(RemoteFile file) {
        String task = file.text("/lineage/task");
        return task == null ? file.text("/lineage/kind") : task;
    }
}
