package org.diamondhpc.gateway.site;

import jakarta.inject.Singleton;
import java.time.Clock;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.site.domain.SiteSummary;
import org.diamondhpc.gateway.site.domain.Visibility;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** Looking at a site now, and logging in there. Called on virtual threads, outside a transaction. */
@Singleton
public class SiteVisits {
    private final Sites sites;
    private final SiteOperations operations;
    private final Clock clock;

    SiteVisits(Sites sites, SiteOperations operations, Clock clock) {
        this.sites = sites;
        this.operations = operations;
        this.clock = clock;
    }

    public SiteSummary look(Caller caller, SiteId site) {
        sites.requireVisible(caller.tenant(), site);
        SiteSnapshot seen = operations.ask(new SiteRequest.RefreshSite(caller.tenant(), site), SiteReply.Seen.class)
                .snapshot();
        return SiteSummary.of(Visibility.of(seen, caller.tenant()).orElseThrow(() ->
                DiamondException.of(Reason.SITE_UNKNOWN, "there is no site " + site + " for this tenant")),
                clock.instant());
    }

    /**
     * One step of a login.
     *
     * @param step of the prompts that are answered; null: begin
     * @param answers encrypted for the key that came with the prompts; never logged
     * @return {@link SiteReply.Prompts} or {@link SiteReply.Done}
     */
    public SiteReply login(Caller caller, SiteId site, String step, String answers) {
        sites.requireVisible(caller.tenant(), site);
        return operations.login(new SiteRequest.Login(caller.tenant(), site, step, answers));
    }
}
