package org.diamondhpc.globus.simulator.endpoint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.globus.simulator.auth.Caller;
import org.diamondhpc.globus.simulator.auth.TransferDoor;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.http.Refusal;
import org.diamondhpc.globus.simulator.http.Request;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.storage.CollectionFiles;
import org.diamondhpc.globus.simulator.storage.Entry;
import org.diamondhpc.globus.simulator.task.TaskBoard;

/** The operations on a collection's files that are done at once. */
public final class FileApi {
    private final Registry registry;
    private final TaskBoard board;
    private final int listing;

    /** @param listing entries of one listing at most */
    public FileApi(Registry registry, TaskBoard board, int listing) {
        this.registry = registry;
        this.board = board;
        this.listing = listing;
    }

    public void open(TransferDoor door) {
        door.open("GET", "operation/endpoint/:id/ls", this::list);
        door.open("GET", "operation/endpoint/:id/stat", this::stat);
        door.open("POST", "operation/endpoint/:id/mkdir", this::makeDirectory);
        door.open("POST", "operation/endpoint/:id/rename", this::rename);
    }

    private ObjectNode list(Caller caller, Request request) {
        CollectionFiles files = reachable(caller, request, Operation.LIST, request.query("local_user"));
        String asked = request.query("path").orElse(files.home());
        Listing wanted = Listing.of(request);
        List<Entry> all = Operation.LIST.on(asked, () -> files.list(asked));
        if (all.size() > listing) {
            throw Refusal.of(502, "ExternalError.DirListingFailed.SizeLimit",
                    "Directory '" + asked + "' has more than " + listing + " entries");
        }
        List<Entry> matching = wanted.select(all);
        int offset = request.number("offset", 0, Integer.MAX_VALUE);
        int limit = request.number("limit", listing, listing);
        String path = files.normal(asked);
        ObjectNode answer = Json.document("file_list").put("endpoint", request.path("id"))
                .put("path", asked.endsWith("/") ? asked : asked + "/")
                .put("absolute_path", path.endsWith("/") ? path : path + "/")
                .put("rename_supported", true).put("symlink_supported", true).put("offset", offset)
                .put("limit", limit).put("total", matching.size());
        ArrayNode data = answer.putArray("DATA");
        matching.stream().skip(offset).limit(limit).forEach(e -> data.add(EntryDocuments.document(e)));
        return answer.put("length", data.size());
    }

    private ObjectNode stat(Caller caller, Request request) {
        CollectionFiles files = reachable(caller, request, Operation.STAT, request.query("local_user"));
        String path = request.query("path").orElseThrow(() -> Refusal.badRequest("'path' is required"));
        return EntryDocuments.document(Operation.STAT.on(path, () -> files.stat(path)));
    }

    private ObjectNode makeDirectory(Caller caller, Request request) {
        record Document(String path, String localUser) { }
        Document wish = request.document(Document.class, "mkdir");
        String path = required(wish.path(), "path");
        CollectionFiles files = reachable(caller, request, Operation.MKDIR, Optional.ofNullable(wish.localUser()));
        Operation.MKDIR.on(path, () -> {
            files.makeDirectory(path);
            return null;
        });
        return Json.document("mkdir_result").put("code", "DirectoryCreated")
                .put("message", "The directory was created successfully");
    }

    private ObjectNode rename(Caller caller, Request request) {
        record Document(String oldPath, String newPath, String localUser) { }
        Document wish = request.document(Document.class, "rename");
        String from = required(wish.oldPath(), "old_path");
        String to = required(wish.newPath(), "new_path");
        CollectionFiles files = reachable(caller, request, Operation.RENAME, Optional.ofNullable(wish.localUser()));
        Operation.RENAME.on(from, () -> {
            files.rename(from, to);
            return null;
        });
        return Json.document("result").put("code", "FileRenamed")
                .put("message", "File or directory renamed successfully");
    }

    /** The files of a collection that answers. */
    private CollectionFiles reachable(Caller caller, Request request, Operation operation, Optional<String> localUser) {
        CollectionSpec collection = registry.usable(caller, request.path("id"), operation.writes());
        board.pauseMessage(collection.id()).ifPresent(m -> {
            // The status is not verified.
            throw Refusal.of(409, "OperationPaused", "The operation has been paused by the collection's administrator: " + m);
        });
        if (!collection.connected()) {
            throw operation.failed("GCDisconnected", "Globus Connect Personal is not connected");
        }
        CollectionFiles files = registry.files(caller, collection, localUser);
        if (!files.present()) {
            throw operation.failed("LoginFailed", "The endpoint cannot be reached");
        }
        return files;
    }

    private static String required(String value, String field) {
        if (value == null || value.isEmpty()) {
            throw Refusal.badRequest("'" + field + "' is required");
        }
        return value;
    }

    /** File work whose failure is the caller's to hear. */
    @FunctionalInterface
    interface Attempt<T> {
        T run() throws IOException;
    }
}
