package org.diamondhpc.cli.client;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.diamondhpc.schemas.reason.Reason;

/** Files of workspaces: their catalogue and their bytes. */
public final class FilesApi {
    private static final int ALL = 1_000_000;

    private final Http http;

    FilesApi(Http http) {
        this.http = http;
    }

    /** Workspaces with something in them. */
    public List<Document> workspaces() {
        return Pages.all(http, Call.get("v1/workspaces"), ALL, node -> (Document) () -> node);
    }

    /** Files whose path begins with the given one, by name. */
    public List<RemoteFile> list(WorkspacePath prefix) {
        return Pages.all(http, Call.get("v1/workspaces/" + prefix.workspace() + "/files")
                .with("prefix", prefix.path().isEmpty() ? null : prefix.path()), ALL, RemoteFile::new);
    }

    public RemoteFile facts(WorkspacePath file) {
        return new RemoteFile(http.send(Call.get(path(file)).with("view", "facts")).json());
    }

    public Optional<RemoteFile> find(WorkspacePath file) {
        try {
            return Optional.of(facts(file));
        } catch (ApiException e) {
            if (e.failure().is(Reason.INVALID_NOT_FOUND)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Uploads a file; its checksum goes ahead and is compared with what arrived. */
    public RemoteFile put(Path local, WorkspacePath file) throws IOException {
        String sha256 = Sha256.of(local);
        return new RemoteFile(http.send(Call.put(path(file), BodyPublishers.ofFile(local))
                .header("X-Checksum-Sha256", sha256)).json());
    }

    public RemoteFile put(byte[] content, WorkspacePath file) {
        return new RemoteFile(http.send(Call.put(path(file), BodyPublishers.ofByteArray(content))
                .header("X-Checksum-Sha256", Sha256.of(content))).json());
    }

    /**
     * Downloads a file, going on where an earlier try was cut.
     *
     * @param sha256 what it must be; null: what the gateway says it is
     * @param progress told the bytes that are here
     * @return its checksum
     * @throws ApiException {@code TRANSFER_CHECKSUM_MISMATCH}, after which nothing is left behind
     */
    public String get(WorkspacePath file, Path local, String sha256, LongConsumer progress) throws IOException {
        return new Download(http, Call.get(path(file)), local, progress).to(sha256);
    }

    /** A small file's bytes. */
    public byte[] read(WorkspacePath file) {
        return http.send(Call.get(path(file))).body();
    }

    /** Forgets the entry; copies at sites stay. */
    public void remove(WorkspacePath file) {
        http.send(Call.delete(path(file)));
    }

    private static String path(WorkspacePath file) {
        return "v1/workspaces/" + file.workspace() + "/files/" + Call.encodedPath(file.path());
    }
}
