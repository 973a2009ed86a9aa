package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.messaging.ClaimStore;
import org.diamondhpc.messaging.Responder.Answerer;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.RequestTypes;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.request.SiteRequest.DeleteFile;
import org.diamondhpc.schemas.request.SiteRequest.FetchFile;
import org.diamondhpc.schemas.request.SiteRequest.FileRequest;
import org.diamondhpc.schemas.request.SiteRequest.ListFiles;
import org.diamondhpc.schemas.request.SiteRequest.MakeDirectory;
import org.diamondhpc.schemas.request.SiteRequest.ReadFile;
import org.diamondhpc.schemas.request.SiteRequest.RenameFile;
import org.diamondhpc.schemas.request.SiteRequest.StatFile;
import org.diamondhpc.schemas.request.SiteRequest.TailFile;
import org.diamondhpc.schemas.spec.CollectionPath;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteFile;
import org.diamondhpc.transfer.domain.AskedPath;

/**
 * Answers short questions about files. A path is resolved first, links and all; the rules are asked about the
 * resolved path, and that one is used.
 */
@ApplicationScoped
public class FileRequests {
    /** Most bytes of one answer. */
    static final int MOST_BYTES = 256 << 10;
    private static final int NOTHING_THERE = 44;

    private final Places places;
    private final ClaimStore store;
    private final StoreMover fetcher;
    private final CollectionRequests collections;
    private final Map<String, Answerer> answerers = new HashMap<>();

    FileRequests(Places places, ClaimStore store, StoreMover fetcher, CollectionRequests collections) {
        this.places = places;
        this.store = store;
        this.fetcher = fetcher;
        this.collections = collections;
        on(ListFiles.class, this::list);
        on(StatFile.class, this::stat);
        on(ReadFile.class, this::read);
        on(TailFile.class, this::tail);
        on(FetchFile.class, this::fetch);
        on(MakeDirectory.class, this::make);
        on(RenameFile.class, this::rename);
        on(DeleteFile.class, this::delete);
    }

    /** By request type. */
    public Map<String, Answerer> answerers() {
        return Map.copyOf(answerers);
    }

    private <R extends FileRequest> void on(Class<R> type, Function<R, SiteReply> answer) {
        answerers.put(RequestTypes.of(type), question -> {
            R request = type.cast(question.body(SiteRequest.class));
            return CollectionPath.means(request.path()) ? collections.answer(request) : answer.apply(request);
        });
    }

    SiteReply list(ListFiles request) {
        Place at = place(request);
        String path = at.rules().mayRead(resolve(at, request.path()));
        return FileEntry.page(path, at.session().files().list(path).stream().map(FileEntry::of).toList(),
                request.after(), request.limit());
    }

    SiteReply stat(StatFile request) {
        Place at = place(request);
        String path = at.rules().mayRead(resolve(at, request.path()));
        return new SiteReply.FileFacts(path, FileEntry.of(existing(at, path)));
    }

    SiteReply read(ReadFile request) {
        Place at = place(request);
        String path = at.rules().mayRead(resolve(at, request.path()));
        RemoteFile file = plain(at, path);
        if (request.offset() < 0) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "an offset is not negative");
        }
        return piece(at, path, request.offset(), request.length(), file.size());
    }

    SiteReply tail(TailFile request) {
        Place at = place(request);
        String path = at.rules().mayRead(resolve(at, request.path()));
        long size = plain(at, path).size();
        int bytes = most(request.bytes());
        // a file that is shorter than what was read of it was written anew
        long offset = request.offset() == null || request.offset() < 0 || request.offset() > size
                ? Math.max(0, size - bytes) : request.offset();
        return piece(at, path, offset, bytes, size);
    }

    SiteReply fetch(FetchFile request) {
        if (request.sha256() != null && request.size() != null) {
            ClaimRef known = new ClaimRef(request.sha256(), request.size());
            if (store.exists(known)) {
                return new SiteReply.Claimed(known.sha256(), known.size());
            }
        }
        Place at = place(request);
        String path = at.rules().mayRead(resolve(at, request.path()));
        ClaimRef ref = fetcher.fetch(at, path, plain(at, path).size(), MoveLog.SILENT);
        if (request.sha256() != null && !request.sha256().equals(ref.sha256())) {
            throw DiamondException.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                    "the file has changed: its sha256 is now " + ref.sha256());
        }
        return new SiteReply.Claimed(ref.sha256(), ref.size());
    }

    SiteReply make(MakeDirectory request) {
        Place at = place(request);
        String path = at.rules().mayWrite(resolve(at, request.path()));
        at.session().files().mkdirs(path);
        return new SiteReply.Done("made " + path);
    }

    SiteReply rename(RenameFile request) {
        Place at = place(request);
        String from = at.rules().mayRemove(entry(at, request.path()));
        String to = at.rules().mayWrite(entry(at, request.to()));
        if (at.session().files().lstat(to).isPresent()) {
            throw DiamondException.of(Reason.SITE_FILE_EXISTS, to + " exists");
        }
        at.session().files().rename(from, to);
        return new SiteReply.Done("renamed to " + to);
    }

    SiteReply delete(DeleteFile request) {
        Place at = place(request);
        String path = at.rules().mayRemove(entry(at, request.path()));
        if (request.recursive()) {
            at.rules().mayReadTree(path);
            CommandResult result = at.session().run(Program.REMOVE.with(path));
            if (result.exit() == NOTHING_THERE) {
                throw missing(path);
            }
            result.orThrow("deleting");
            return new SiteReply.Done("deleted " + path + " and all in it");
        }
        boolean folder = at.session().files().lstat(path).orElseThrow(() -> missing(path)).kind()
                == RemoteFile.Kind.FOLDER;
        boolean done = folder ? at.session().files().removeFolder(path) : at.session().files().remove(path);
        if (!done) {
            throw missing(path);
        }
        return new SiteReply.Done("deleted " + path);
    }

    private Place place(FileRequest request) {
        return places.of(request.site(), request.tenant());
    }

    private static String resolve(Place at, String path) {
        return at.resolved(at.absolute(AskedPath.parse(path)));
    }

    /** The entry itself: links above it are resolved, a link of this name is not followed. */
    private static String entry(Place at, String asked) {
        String path = at.absolute(AskedPath.parse(asked));
        if (path.equals("/")) {
            return path;
        }
        int slash = path.lastIndexOf('/');
        return Listings.below(at.resolved(path.substring(0, Math.max(1, slash))), path.substring(slash + 1));
    }

    private static RemoteFile existing(Place at, String path) {
        return at.session().files().stat(path).orElseThrow(() -> missing(path));
    }

    private static RemoteFile plain(Place at, String path) {
        RemoteFile file = existing(at, path);
        if (file.kind() != RemoteFile.Kind.FILE) {
            throw DiamondException.of(Reason.INVALID_PATH, path + " is not a file");
        }
        return file;
    }

    private static SiteReply piece(Place at, String path, long offset, int length, long size) {
        byte[] bytes = at.session().files().read(path, offset, most(length));
        long reached = offset + bytes.length;
        return new SiteReply.Content(path, offset, Base64.getEncoder().encodeToString(bytes), Math.max(size, reached),
                reached >= size);
    }

    private static int most(int asked) {
        return asked <= 0 ? MOST_BYTES : Math.min(asked, MOST_BYTES);
    }

    private static DiamondException missing(String path) {
        return DiamondException.of(Reason.SITE_NO_SUCH_FILE, path + " does not exist");
    }
}
