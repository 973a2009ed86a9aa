package org.diamondhpc.discovery.work;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.profile.Account;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.session.SiteSessions;

/** What can be asked with whichever of a site's accounts gets in first. */
record AnyLogin(SiteId site, List<AccountId> accounts, SiteSessions sessions) {
    static AnyLogin of(SiteProfile profile, SiteSessions sessions) {
        return new AnyLogin(profile.id(), profile.accounts().stream().map(Account::user).distinct()
                .map(user -> new AccountId(profile.id(), user)).toList(), sessions);
    }

    <T> T run(Function<SiteSession, T> question) {
        List<SiteException> refused = new ArrayList<>();
        for (AccountId account : accounts) {
            try {
                return question.apply(sessions.of(account));
            } catch (SiteException e) {
                if (e.reason() != Reason.SITE_NEEDS_LOGIN && e.reason() != Reason.SITE_AUTH_REFUSED) {
                    throw e;
                }
                refused.add(e);
            }
        }
        throw refusal(refused);
    }

    /** All tenants see it: where there are several logins none of them is named. */
    private SiteException refusal(List<SiteException> refused) {
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
