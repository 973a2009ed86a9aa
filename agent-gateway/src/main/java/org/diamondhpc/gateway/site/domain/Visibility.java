package org.diamondhpc.gateway.site.domain;

import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** A tenant sees a site where one of its logins serves it, and of the logins only those. */
public final class Visibility {
    private Visibility() {
    }

    public static Optional<SiteSnapshot> of(SiteSnapshot s, TenantId tenant) {
        List<AccountLimits> own = s.accounts().stream().filter(a -> a.serves(tenant)).map(a ->
                new AccountLimits(List.of(tenant.value()), a.user(), a.associations(), a.running(), a.pending()))
                .toList();
        List<String> logins = own.stream().map(AccountLimits::user).toList();
        return own.isEmpty() ? Optional.empty() : Optional.of(s.withAccounts(own)
                .withWindows(s.windows().stream().map(w -> w.seenBy(logins)).toList())
                .withFacts(s.facts() == null ? null : s.facts().seenBy(logins)));
    }
}
