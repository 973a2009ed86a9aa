package org.diamondhpc.discovery.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.profile.Account;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteSessions;

/** Looks through the scheduler's own commands, with the first of the site's accounts that gets in. */
@ApplicationScoped
class DialectLook implements SiteLook {
    private final SiteProfiles profiles;
    private final SiteSessions sessions;
    private final Dialects dialects;

    DialectLook(SiteProfiles profiles, SiteSessions sessions, Dialects dialects) {
        this.profiles = profiles;
        this.sessions = sessions;
        this.dialects = dialects;
    }

    @Override
    public SiteSnapshot look(SiteId site, Instant now) {
        SiteProfile profile = profiles.get(site);
        Dialect dialect = dialects.of(profile.scheduler().family());
        List<AccountId> accounts = profile.accounts().stream().map(Account::user).distinct()
                .map(user -> new AccountId(site, user)).toList();
        List<SiteException> refused = new ArrayList<>();
        for (AccountId account : accounts) {
            try {
                return dialect.look(sessions.of(account), profile, now);
            } catch (SiteException e) {
                if (e.reason() != Reason.SITE_NEEDS_LOGIN && e.reason() != Reason.SITE_AUTH_REFUSED) {
                    throw e;
                }
                refused.add(e);
            }
        }
        throw refusal(site, refused);
    }

    /** All tenants see it: where there are several logins none of them is named. */
    private static SiteException refusal(SiteId site, List<SiteException> refused) {
        if (refused.size() < 2) {
            return refused.isEmpty() ? SiteException.of(Reason.SITE_NO_ACCOUNT, "the profile lists no account")
                    : refused.getFirst();
        }
        return refused.stream().anyMatch(e -> e.reason() == Reason.SITE_NEEDS_LOGIN)
                ? SiteException.of(Reason.SITE_NEEDS_LOGIN, "nobody is logged in",
                        "Log in once with `diamond login %s`; waiting tasks then go on by themselves.".formatted(site))
                : SiteException.of(Reason.SITE_AUTH_REFUSED, "the site refused every login of its profile");
    }
}
