package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteHealth;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.session.SiteSessions;
import org.diamondhpc.transfer.domain.PathRules;

/** The accounts of all sites as places; what a path is resolved against is asked once for each account. */
@ApplicationScoped
class Places {
    private final SiteSessions sessions;
    private final StorageRoots roots;
    private final Map<AccountId, Resolved> resolved = new ConcurrentHashMap<>();

    private record Resolved(String written, String storage, String realHome, String realStorage) {
    }

    Places(SiteSessions sessions, StorageRoots roots) {
        this.sessions = sessions;
        this.roots = roots;
    }

    /** @throws org.diamondhpc.site.session.SiteException as {@link SiteSession} */
    Place of(SiteId site, TenantId tenant) {
        return place(sessions.of(site, tenant), tenant);
    }

    /** @param user the login a placement chose; null for the tenant's own */
    Place of(SiteId site, String user, TenantId tenant) {
        return user == null ? of(site, tenant) : place(sessions.of(new AccountId(site, user)), tenant);
    }

    /** The storage root at a site as it is written into paths, where an earlier question told it. */
    Optional<String> knownStorage(SiteId site, String user, TenantId tenant) {
        try {
            AccountId account = user == null ? sessions.of(site, tenant).account() : new AccountId(site, user);
            return Optional.ofNullable(resolved.get(account)).filter(r -> r.written.equals(roots.of(site)))
                    .map(Resolved::storage);
        } catch (SiteException unknown) {
            return Optional.empty();
        }
    }

    /** Whether a site answered when last asked; one that was not asked yet is given the benefit of the doubt. */
    boolean answers(SiteId site) {
        return sessions.health().stream().filter(h -> h.account().site().equals(site))
                .allMatch(h -> h.state() == SiteHealth.State.IDLE || h.state() == SiteHealth.State.CONNECTED);
    }

    private Place place(SiteSession session, TenantId tenant) {
        String written = roots.of(session.account().site());
        Resolved known = resolved.get(session.account());
        if (known == null || !known.written.equals(written)) {
            String storage = session.expand(written);
            List<String> real = NulFields.of(session.run(Program.RESOLVE.with(session.home(), storage))
                    .orThrow("resolving the storage root").stdout());
            known = new Resolved(written, storage, real.get(0), real.get(1));
            resolved.put(session.account(), known);
        }
        return new Place(session, known.storage, new PathRules(tenant, known.realHome, known.realStorage));
    }
}
