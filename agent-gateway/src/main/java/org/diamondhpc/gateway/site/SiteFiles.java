package org.diamondhpc.gateway.site;

import jakarta.inject.Singleton;
import org.diamondhpc.gateway.audit.AuditTrail;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.spec.DataPlace;

/**
 * Small typed file operations at a site that the tenant may see. Paths are absolute or begin with {@code ~/}; none
 * leads below Diamond's own storage root. Called on a virtual thread, outside a transaction. All throw
 * {@link DiamondException} with {@code SITE_UNKNOWN}, {@code INVALID_PATH} or the site's own reason.
 */
@Singleton
public class SiteFiles {
    /** Most bytes of one piece. */
    public static final int MAX_PIECE = 256 * 1024;

    private final Sites sites;
    private final SiteOperations operations;
    private final AuditTrail audit;

    SiteFiles(Sites sites, SiteOperations operations, AuditTrail audit) {
        this.sites = sites;
        this.operations = operations;
        this.audit = audit;
    }

    /** @param after the name after which the list goes on; null: from the first */
    public SiteReply.Listing list(Caller caller, SiteId site, String path, String after, int limit) {
        return operations.ask(new SiteRequest.ListFiles(caller.tenant(), site, path(caller, site, path), after, limit),
                SiteReply.Listing.class);
    }

    public SiteReply.FileFacts stat(Caller caller, SiteId site, String path) {
        return operations.ask(new SiteRequest.StatFile(caller.tenant(), site, path(caller, site, path)),
                SiteReply.FileFacts.class);
    }

    public SiteReply.Content read(Caller caller, SiteId site, String path, long offset, int length) {
        return operations.ask(new SiteRequest.ReadFile(caller.tenant(), site, path(caller, site, path), offset, length),
                SiteReply.Content.class);
    }

    /** @param offset what follows it instead of the last bytes; null: the last bytes */
    public SiteReply.Content tail(Caller caller, SiteId site, String path, int bytes, Long offset) {
        return operations.ask(new SiteRequest.TailFile(caller.tenant(), site, path(caller, site, path), bytes, offset),
                SiteReply.Content.class);
    }

    public SiteReply.Done makeDirectory(Caller caller, SiteId site, String path) {
        return change(caller, "mkdir", site, new SiteRequest.MakeDirectory(caller.tenant(), site,
                path(caller, site, path)), path);
    }

    public SiteReply.Done rename(Caller caller, SiteId site, String path, String to) {
        return change(caller, "rename", site, new SiteRequest.RenameFile(caller.tenant(), site,
                path(caller, site, path), path(caller, site, to)), path);
    }

    public SiteReply.Done delete(Caller caller, SiteId site, String path, boolean recursive) {
        return change(caller, "delete", site, new SiteRequest.DeleteFile(caller.tenant(), site,
                path(caller, site, path), recursive), path);
    }

    private SiteReply.Done change(Caller caller, String what, SiteId site, SiteRequest request, String path) {
        audit.record(caller, "site.file." + what, site + ":" + path, null);
        return operations.ask(request, SiteReply.Done.class);
    }

    private String path(Caller caller, SiteId site, String path) {
        sites.requireVisible(caller.tenant(), site);
        if (path.equals("/") || path.equals("~") || path.equals("~/")) {
            return path.equals("~") ? "~/" : path;
        }
        try {
            return ((DataPlace.AtSite) DataPlace.parse(site + ":" + path)).path();
        } catch (IllegalArgumentException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_PATH, e.getMessage()), e);
        }
    }
}
