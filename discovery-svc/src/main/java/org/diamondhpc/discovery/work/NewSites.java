package org.diamondhpc.discovery.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Map;
import org.diamondhpc.messaging.Responder.Answerer;
import org.diamondhpc.schemas.request.RequestTypes;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.text.Marks;
import org.diamondhpc.site.session.Strangers;
import org.diamondhpc.site.survey.Drafting;
import org.diamondhpc.site.survey.Keyring;
import org.jboss.logging.Logger;

/** Gets to know sites that are to be added, and writes them down after the operator's yes. */
@ApplicationScoped
public class NewSites {
    private static final Logger LOG = Logger.getLogger(NewSites.class);

    private final SiteProfiles profiles;
    private final Drafting drafting;
    private final Clock clock;

    NewSites(SiteProfiles profiles, Strangers strangers, Dialects dialects, Clock clock) {
        this.profiles = profiles;
        this.drafting = new Drafting(strangers, profiles, dialects, Marks.random(), Keyring.ofUser());
        this.clock = clock;
    }

    /** By the question's type. */
    public Map<String, Answerer> answerers() {
        return Map.of(
                RequestTypes.of(SiteRequest.DraftSite.class), question -> drafting.draft(
                        ((SiteRequest.DraftSite) question.body(SiteRequest.class)).site(), clock.instant()),
                RequestTypes.of(SiteRequest.AddSite.class),
                question -> add((SiteRequest.AddSite) question.body(SiteRequest.class)));
    }

    private SiteReply add(SiteRequest.AddSite request) {
        SiteReply.Added added = new SiteReply.Added(profiles.add(request.profile()).id());
        LOG.infof("A site was added, site=%s tenant=%s", added.site(), request.tenant());
        return added;
    }
}
