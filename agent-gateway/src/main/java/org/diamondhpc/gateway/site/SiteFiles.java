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
import org.diamondhpc.schemas.spec.CollectionPath;
import org.diamondhpc.schemas.spec.DataPlace;

/**
 * Small typed file operations at a site that the tenant may see. Paths are absolute or begin with {@code ~/}; none
 * leads below Diamond's own storage root. {@code globus://COLLECTION/path} names a path in a Globus collection of the
 * site, which then is only needed where it is to be checked: null is whichever has it. Called on a virtual thread, outside a transaction. All throw
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
        Spot at = spot(caller, site, path);
        return operations.ask(new SiteRequest.ListFiles(caller.tenant(), at.site(), at.path(), after, limit),
                SiteReply.Listing.class);
    }

    public SiteReply.FileFacts stat(Caller caller, SiteId site, String path) {
        Spot at = spot(caller, site, path);
        return operations.ask(new SiteRequest.StatFile(caller.tenant(), at.site(), at.path()), SiteReply.FileFacts.class);
    }

    public SiteReply.Content read(Caller caller, SiteId site, String path, long offset, int length) {
        Spot at = spot(caller, site, path);
        return operations.ask(new SiteRequest.ReadFile(caller.tenant(), at.site(), at.path(), offset, length),
                SiteReply.Content.class);
    }

    /** @param offset what follows it instead of the last bytes; null: the last bytes */
    public SiteReply.Content tail(Caller caller, SiteId site, String path, int bytes, Long offset) {
        Spot at = spot(caller, site, path);
        return operations.ask(new SiteRequest.TailFile(caller.tenant(), at.site(), at.path(), bytes, offset),
                SiteReply.Content.class);
    }

    public SiteReply.Done makeDirectory(Caller caller, SiteId site, String path) {
        Spot at = spot(caller, site, path);
        return change(caller, "mkdir", at, new SiteRequest.MakeDirectory(caller.tenant(), at.site(), at.path()));
    }

    public SiteReply.Done rename(Caller caller, SiteId site, String path, String to) {
        Spot at = spot(caller, site, path);
        return change(caller, "rename", at, new SiteRequest.RenameFile(caller.tenant(), at.site(), at.path(),
                spot(caller, at.site(), to).path()));
    }

    public SiteReply.Done delete(Caller caller, SiteId site, String path, boolean recursive) {
        Spot at = spot(caller, site, path);
        return change(caller, "delete", at, new SiteRequest.DeleteFile(caller.tenant(), at.site(), at.path(), recursive));
    }

    private SiteReply.Done change(Caller caller, String what, Spot at, SiteRequest request) {
        audit.record(caller, "site.file." + what, at.site() + ":" + at.path(), null);
        return operations.ask(request, SiteReply.Done.class);
    }

    private record Spot(SiteId site, String path) {
    }

    private Spot spot(Caller caller, SiteId site, String path) {
        try {
            if (CollectionPath.means(path)) {
                return inCollection(caller, site, CollectionPath.parse(path));
            }
            if (site == null) {
                throw new IllegalArgumentException("name a site");
            }
            sites.requireVisible(caller.tenant(), site);
            return new Spot(site, path.equals("~") ? "~/" : path.equals("/") || path.equals("~/") ? path
                    : ((DataPlace.AtSite) DataPlace.parse(site + ":" + path)).path());
        } catch (IllegalArgumentException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_PATH, e.getMessage()), e);
        }
    }

    private Spot inCollection(Caller caller, SiteId site, CollectionPath path) {
        SiteId owner = sites.ofCollection(caller.tenant(), path.collection());
        if (site != null && !site.equals(owner)) {
            throw DiamondException.of(Reason.INVALID_PATH, "the collection is of " + owner + ", not of " + site);
        }
        return new Spot(owner, path.toString());
    }
}
