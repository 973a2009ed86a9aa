package org.diamondhpc.site.ssh;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.client.session.ClientSession;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.profile.Account;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.session.LoginPrompts;
import org.diamondhpc.site.session.ShownKey;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteHealth;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.session.SiteSessions;
import org.diamondhpc.site.session.SiteVisit;
import org.diamondhpc.site.session.Strangers;

/**
 * Every site of the profiles, over SSH. A changed profile takes effect with the next call: what was open under the old
 * one is closed.
 */
public final class SshSiteSessions implements SiteSessions, Strangers {
    private final SiteProfiles profiles;
    private final SshSettings settings;
    private final SharedLogins shared;
    private final Clock clock;
    private final SshRuntime runtime;
    private final Map<AccountId, SiteSession> sessions = new ConcurrentHashMap<>();
    private final Map<AccountId, AccountLink> links = new ConcurrentHashMap<>();

    public SshSiteSessions(SiteProfiles profiles) {
        this(profiles, SshSettings.DEFAULT, SharedLogins.NONE, Clock.systemUTC());
    }

    /** @param shared logins of other processes of this instance; closed with this */
    public SshSiteSessions(SiteProfiles profiles, SshSettings settings, SharedLogins shared, Clock clock) {
        this.profiles = profiles;
        this.settings = settings;
        this.shared = shared;
        this.clock = clock;
        this.runtime = new SshRuntime(settings);
    }

    @Override
    public SiteSession of(SiteId site, TenantId tenant) {
        SiteProfile profile = profiles.get(site);
        Account account = profile.accountFor(tenant).orElseThrow(() -> SiteException.of(Reason.SITE_NO_ACCOUNT,
                "tenant %s has no account at %s".formatted(tenant, site)));
        return of(profile.accountId(account));
    }

    @Override
    public SiteSession of(AccountId account) {
        link(account);
        return sessions.computeIfAbsent(account, id -> new SshSiteSession(id, () -> link(id)));
    }

    @Override
    public List<SiteHealth> health() {
        return profiles.all().stream().flatMap(p -> p.accounts().stream().map(p::accountId)).distinct()
                .map(id -> link(id).health()).toList();
    }

    @Override
    public void login(AccountId account, LoginPrompts prompts) {
        link(account).login(prompts);
    }

    @Override
    public void logout(AccountId account) {
        link(account).logout();
    }

    @Override
    public ShownKey shownKey(SiteProfile stranger) {
        Account account = stranger.accounts().getFirst();
        try (Dialer dialer = new Dialer(stranger.transport(), account, new Identities(clock), jump(stranger, account),
                runtime)) {
            return dialer.shownKey(account.connectTimeout());
        }
    }

    @Override
    public SiteVisit visit(SiteProfile stranger) {
        Account account = stranger.accounts().getFirst();
        AccountLink link = new AccountLink(stranger, account, jump(stranger, account), runtime, settings,
                SharedLogins.NONE, clock);
        SiteSession session = new SshSiteSession(stranger.accountId(account), () -> link);
        return new SiteVisit() {
            @Override
            public SiteSession session() {
                return session;
            }

            @Override
            public void close() {
                link.close();
            }
        };
    }

    private AccountLink link(AccountId id) {
        SiteProfile profile = profiles.get(id.site());
        Account account = profile.account(id).orElseThrow(() -> SiteException.of(Reason.SITE_NO_ACCOUNT,
                "the profile of %s has no account %s".formatted(id.site(), id)));
        AccountLink link = links.get(id);
        if (link != null && link.serves(profile, account)) {
            return link;
        }
        return links.compute(id, (key, old) -> {
            if (old != null && old.serves(profile, account)) {
                return old;
            }
            if (old != null) {
                old.close();
            }
            return new AccountLink(profile, account, jump(profile, account), runtime, settings, shared, clock);
        });
    }

    /** The same tenant's account at the jump site carries the connection. */
    private Dialer.Jump jump(SiteProfile profile, Account account) {
        Optional<SiteId> via = profile.transport().jump();
        if (via.isEmpty()) {
            return Dialer.Jump.NONE;
        }
        return () -> carrier(via.get(), account);
    }

    private ClientSession carrier(SiteId via, Account account) {
        SiteProfile jump = profiles.get(via);
        Account there = jump.accounts().stream().filter(a -> a.tenant().equals(account.tenant())).findFirst()
                .or(() -> jump.accounts().stream().filter(a -> a.tenant().equals(Account.EVERYBODY)).findFirst())
                .orElseThrow(() -> SiteException.of(Reason.SITE_NO_ACCOUNT, "no account at the jump host " + via));
        return link(jump.accountId(there)).carrier();
    }

    @Override
    public void close() {
        links.values().forEach(AccountLink::close);
        links.clear();
        shared.close();
        runtime.close();
    }
}
