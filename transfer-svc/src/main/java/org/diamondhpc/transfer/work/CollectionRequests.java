package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest.DeleteFile;
import org.diamondhpc.schemas.request.SiteRequest.FileRequest;
import org.diamondhpc.schemas.request.SiteRequest.ListFiles;
import org.diamondhpc.schemas.request.SiteRequest.MakeDirectory;
import org.diamondhpc.schemas.request.SiteRequest.RenameFile;
import org.diamondhpc.schemas.request.SiteRequest.StatFile;
import org.diamondhpc.schemas.spec.CollectionPath;
import org.diamondhpc.transfer.globus.CollectionFiles;
import org.diamondhpc.transfer.globus.Deletions;
import org.diamondhpc.transfer.globus.api.FileDocument;
import org.diamondhpc.transfer.globus.domain.Shipment;

/** Answers short questions about files of collections, by Globus. */
@ApplicationScoped
class CollectionRequests {
    /** What asks is answered before it gives up waiting. */
    private static final Duration DELETED_WITHIN = Duration.ofSeconds(8);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Shelves shelves;
    private final CollectionFiles files;
    private final Deletions deletions;

    CollectionRequests(Shelves shelves, CollectionFiles files, Deletions deletions) {
        this.shelves = shelves;
        this.files = files;
        this.deletions = deletions;
    }

    SiteReply answer(FileRequest request) {
        CollectionPath at = parse(request.path());
        Shelf shelf = shelves.of(request.site(), request.tenant(), at.collection());
        return switch (request) {
            case ListFiles r -> list(shelf, at, r);
            case StatFile r -> new SiteReply.FileFacts(at.toString(), FileEntry.of(existing(shelf, at)));
            case MakeDirectory r -> make(shelf, at);
            case RenameFile r -> rename(shelf, at, parse(r.to()));
            case DeleteFile r -> delete(shelf, at, r.recursive());
            default -> throw DiamondException.of(Reason.INVALID_REQUEST, "Globus moves whole files and reads no pieces of"
                    + " them: name the file as SITE:/path, or transfer it");
        };
    }

    private SiteReply list(Shelf shelf, CollectionPath at, ListFiles request) {
        FileDocument folder = existing(shelf, at);
        if (!folder.folder()) {
            throw DiamondException.of(Reason.INVALID_PATH, at + " is no folder");
        }
        return FileEntry.page(at.toString(), files.list(shelf.tenant(), shelf.way(), at.path()).stream()
                .map(FileEntry::of).toList(), request.after(), request.limit());
    }

    private SiteReply make(Shelf shelf, CollectionPath at) {
        shelf.rules().mayWrite(at.path());
        Shelf.Walk walk = shelf.walk(files, at.path());
        if (walk.entry().isPresent() && !walk.last().folder()) {
            throw DiamondException.of(Reason.SITE_FILE_EXISTS, at + " exists and is no folder");
        }
        walk.missing().forEach(path -> files.makeDirectory(shelf.tenant(), shelf.way(), path));
        return new SiteReply.Done("made " + at);
    }

    private SiteReply rename(Shelf shelf, CollectionPath from, CollectionPath to) {
        if (!from.collection().equals(to.collection())) {
            throw DiamondException.of(Reason.INVALID_PATH, "both paths are in one collection; a transfer moves between two");
        }
        shelf.rules().mayRemove(from.path(), existing(shelf, from).folder());
        shelf.rules().mayWrite(to.path());
        Shelf.Walk target = shelf.walk(files, to.path());
        if (target.entry().isPresent()) {
            throw DiamondException.of(Reason.SITE_FILE_EXISTS, to + " exists");
        }
        if (target.missing().size() > 1) {
            throw DiamondException.of(Reason.SITE_NO_SUCH_FILE, target.missing().getFirst() + " does not exist");
        }
        files.rename(shelf.tenant(), shelf.way(), from.path(), to.path());
        return new SiteReply.Done("renamed to " + to);
    }

    private SiteReply delete(Shelf shelf, CollectionPath at, boolean recursive) {
        boolean folder = existing(shelf, at).folder();
        shelf.rules().mayRemove(at.path(), folder);
        if (folder && !recursive) {
            throw DiamondException.of(Reason.INVALID_REQUEST,
                    "a collection deletes a folder only with all that is in it: say recursive");
        }
        String submission = deletions.begin(shelf.tenant(), shelf.way(), List.of(at.path()), folder);
        return told(at, submission);
    }

    private SiteReply told(CollectionPath at, String submission) {
        Optional<Shipment> deletion = deletions.look(submission);
        for (long left = DELETED_WITHIN.dividedBy(LOOK); left > 0 && !deletion.map(s -> s.state().ended()).orElse(true); left--) {
            pause();
            deletion = deletions.look(submission);
        }
        Shipment.State state = deletion.map(Shipment::state).orElse(Shipment.State.SUCCEEDED);
        Problem problem = deletion.map(Shipment::problem).orElse(null);
        return switch (state) {
            case SUCCEEDED -> new SiteReply.Done("deleted " + at);
            case FAILED -> new SiteReply.Failed(problem);
            case PLANNED, ACTIVE -> problem != null ? new SiteReply.Failed(problem) : new SiteReply.Done(
                    "Globus is deleting " + at + " (task " + deletion.get().task() + "); it is gone when stat finds nothing");
        };
    }

    private FileDocument existing(Shelf shelf, CollectionPath at) {
        return shelf.walk(files, at.path()).entry().orElseThrow(() ->
                DiamondException.of(Reason.SITE_NO_SUCH_FILE, at + " does not exist"));
    }

    private static CollectionPath parse(String text) {
        try {
            return CollectionPath.parse(text);
        } catch (IllegalArgumentException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_PATH, e.getMessage()), e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DiamondException(Problem.of(Reason.INTERNAL_UNAVAILABLE, "the service is stopping"), e);
        }
    }
}
