package org.diamondhpc.cli.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Failure;
import org.diamondhpc.cli.client.FilesApi;
import org.diamondhpc.cli.client.RemoteFile;
import org.diamondhpc.cli.client.Sha256;
import org.diamondhpc.cli.client.WorkspacePath;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;

/**
 * Uploads inputs that lie on this machine ({@code from: ./path}, {@code ../path}, {@code /path}, {@code ~/path}) and
 * names their workspace paths instead. The path holds the checksum, so a file goes up once, and a later version never
 * changes what an earlier task was given.
 */
final class LocalInputs {
    private static final String DEFAULT_WORKSPACE = "default";

    private final Shell shell;
    private final SpecFile file;
    private final String workspace;

    LocalInputs(Shell shell, SpecFile file) {
        this.shell = shell;
        this.file = file;
        this.workspace = file.spec().path("workspace").asText(DEFAULT_WORKSPACE);
    }

    /** The specification with every input where Diamond can reach it. */
    ObjectNode uploaded() throws IOException {
        ObjectNode spec = file.spec().deepCopy();
        if (!(spec.get("inputs") instanceof ArrayNode inputs)) {
            return spec;
        }
        ArrayNode rewritten = spec.putArray("inputs");
        for (int i = 0; i < inputs.size(); i++) {
            JsonNode input = inputs.get(i);
            String from = input.path("from").asText("");
            if (!(input instanceof ObjectNode object) || !local(from)) {
                rewritten.add(input);
            } else if (Files.isDirectory(path(from))) {
                folder(object, path(from), rewritten);
            } else if (Files.isRegularFile(path(from))) {
                rewritten.add(one(object, path(from), object.path("to").asText(path(from).getFileName().toString())));
            } else {
                throw missing(i, from);
            }
        }
        return spec;
    }

    private static ApiException missing(int index, String from) {
        return new ApiException(new Failure(0, Reason.INVALID_SPEC.name(), Reason.INVALID_SPEC.outcome().name(),
                "/inputs/" + index + "/from: there is no file " + from, Reason.INVALID_SPEC.whatToDo(),
                List.of(new Violation("/inputs/" + index + "/from", "there is no file " + from)), null));
    }

    private static boolean local(String from) {
        return from.startsWith("./") || from.startsWith("../") || from.startsWith("/") || from.startsWith("~/");
    }

    private Path path(String from) {
        return from.startsWith("~/") ? Path.of(System.getProperty("user.home")).resolve(from.substring(2))
                : file.folder().resolve(from).normalize();
    }

    private void folder(ObjectNode input, Path folder, ArrayNode into) throws IOException {
        String to = input.path("to").asText(folder.getFileName().toString());
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.filter(Files::isRegularFile).sorted().toList()) {
                into.add(one(input, one, to + "/" + folder.relativize(one)));
            }
        }
    }

    private ObjectNode one(ObjectNode input, Path local, String to) throws IOException {
        String sha256 = Sha256.of(local);
        WorkspacePath remote = WorkspacePath.parse("ws://" + workspace + "/inputs/" + sha256.substring(0, 16) + "/"
                + local.getFileName());
        FilesApi files = shell.client().files();
        if (files.find(remote).map(RemoteFile::sha256).filter(sha256::equals).isEmpty()) {
            files.put(local, remote);
            shell.note("uploaded " + local.getFileName() + " (" + Humane.size(Files.size(local)) + ") to " + remote);
        }
        ObjectNode rewritten = input.deepCopy().put("from", remote.toString()).put("to", to);
        if (Files.isExecutable(local) && !rewritten.has("executable")) {
            rewritten.put("executable", true);
        }
        return rewritten;
    }
}
