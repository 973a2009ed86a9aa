package org.diamondhpc.gateway.workspace;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.gateway.audit.AuditTrail;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.site.SiteOperations;
import org.diamondhpc.gateway.workspace.domain.Lineage;
import org.diamondhpc.gateway.workspace.domain.LogicalPath;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.messaging.ClaimStore;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.task.Replica;

/** The bytes of workspace files: streamed into the claim store, and brought there from a site when asked for. */
@ApplicationScoped
public class Files {
    private final Catalogue catalogue;
    private final ClaimStore claims;
    private final SiteOperations operations;
    private final AuditTrail audit;
    private final Clock clock;

    Files(Catalogue catalogue, ClaimStore claims, SiteOperations operations, AuditTrail audit, Clock clock) {
        this.catalogue = catalogue;
        this.claims = claims;
        this.operations = operations;
        this.audit = audit;
        this.clock = clock;
    }

    /** A file's bytes, in the claim store. */
    public record Content(WorkspaceFile file, ClaimRef claim) {
    }

    /** Bytes from an offset; {@code size} is that of the whole. */
    public record Piece(long offset, byte[] bytes, long size) {
    }

    /**
     * Stores what the stream yields and catalogues it.
     *
     * @param sha256 what it must be; null: not said
     * @throws DiamondException {@code TRANSFER_CHECKSUM_MISMATCH}, or of {@link ClaimStore#put}
     */
    public WorkspaceFile upload(Caller caller, LogicalPath path, InputStream content, String sha256)
            throws IOException {
        ClaimRef claim = claims.put(content);
        if (sha256 != null && !sha256.equalsIgnoreCase(claim.sha256())) {
            throw DiamondException.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                    "the body has SHA-256 " + claim.sha256() + ", " + sha256 + " was promised");
        }
        Instant at = clock.instant();
        WorkspaceFile file = catalogue.put(caller.tenant(), path, claim.size(), claim.sha256(),
                List.of(Replica.inStore(claim.sha256())), Lineage.upload(caller.name(), at), at);
        audit.record(caller, "file.upload", path.toString(), null);
        return file;
    }

    /**
     * The file with its bytes in the claim store; where they lie only at sites they are fetched first, from the first
     * site that can give them.
     *
     * @throws DiamondException the last site's reason, where none can
     */
    public Content content(Caller caller, LogicalPath path) {
        WorkspaceFile file = catalogue.get(caller.tenant(), path);
        Optional<ClaimRef> stored = stored(file);
        if (stored.isPresent()) {
            return new Content(file, stored.get());
        }
        DiamondException last = DiamondException.of(Reason.TRANSFER_SOURCE_MISSING, "no copy of " + path + " is left");
        for (Replica replica : file.replicas()) {
            if (replica.site() != null) {
                try {
                    return fetched(caller, path, file, replica);
                } catch (DiamondException e) {
                    last = e;
                }
            }
        }
        throw last;
    }

    public InputStream open(ClaimRef claim) throws IOException {
        return claims.open(claim);
    }

    /**
     * A piece of the file, of at most {@code length} bytes.
     *
     * @param fromEnd counts {@code offset} back from the end
     */
    public Piece piece(Caller caller, LogicalPath path, long offset, boolean fromEnd, int length) throws IOException {
        Content content = content(caller, path);
        long size = content.claim().size();
        long from = Math.clamp(fromEnd ? size - offset : offset, 0, size);
        try (InputStream in = open(content.claim())) {
            in.skipNBytes(from);
            return new Piece(from, in.readNBytes(length), size);
        }
    }

    private Content fetched(Caller caller, LogicalPath path, WorkspaceFile file, Replica from) {
        SiteReply.Claimed claimed = operations.askLong(new SiteRequest.FetchFile(caller.tenant(), from.site(),
                from.path(), file.sha256(), file.size()), SiteReply.Claimed.class);
        if (file.sha256() != null && !file.sha256().equals(claimed.sha256())) {
            throw DiamondException.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                    "the copy at " + from.site() + " is no longer what the catalogue says");
        }
        WorkspaceFile now = catalogue.put(caller.tenant(), path, claimed.size(), claimed.sha256(),
                List.of(Replica.inStore(claimed.sha256())), file.lineage(), clock.instant());
        return new Content(now, new ClaimRef(claimed.sha256(), claimed.size()));
    }

    private Optional<ClaimRef> stored(WorkspaceFile file) {
        return file.replicas().stream().filter(r -> r.site() == null).map(r -> new ClaimRef(r.path(), file.size()))
                .filter(claims::exists).findFirst();
    }
}
