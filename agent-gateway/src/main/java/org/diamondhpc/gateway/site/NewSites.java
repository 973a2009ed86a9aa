package org.diamondhpc.gateway.site;

import jakarta.inject.Singleton;
import org.diamondhpc.gateway.audit.AuditTrail;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.site.NewSite;

/** Adding sites, an operator's business. Called on virtual threads, outside a transaction. */
@Singleton
public class NewSites {
    private final SiteOperations operations;
    private final AuditTrail audit;

    NewSites(SiteOperations operations, AuditTrail audit) {
        this.operations = operations;
        this.audit = audit;
    }

    /** @return {@link SiteReply.HostKey} as long as no key was accepted, then {@link SiteReply.Draft} */
    public SiteReply draft(Caller caller, NewSite site) {
        caller.requireOperator();
        audit.record(caller, "site.draft", site.user() + "@" + site.host() + ":" + site.port(), null);
        return operations.askLong(new SiteRequest.DraftSite(caller.tenant(), site), SiteReply.class);
    }

    /** @param profile YAML */
    public SiteId add(Caller caller, String profile) {
        caller.requireOperator();
        SiteId site = operations.ask(new SiteRequest.AddSite(caller.tenant(), profile), SiteReply.Added.class).site();
        audit.record(caller, "site.add", site.value(), null);
        return site;
    }
}
