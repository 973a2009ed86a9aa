package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.site.profile.SiteProfile.GlobusCollection;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.transfer.globus.domain.CollectionRoot;

/** As the profiles say it; where a root really lies is asked once for each account. */
@ApplicationScoped
class ProfiledGlobusRoots implements GlobusRoots {
    private final SiteProfiles profiles;
    private final Map<AccountId, Resolved> resolved = new ConcurrentHashMap<>();

    private record Resolved(List<GlobusCollection> written, List<CollectionRoot> roots) {
    }

    ProfiledGlobusRoots(SiteProfiles profiles) {
        this.profiles = profiles;
    }

    @Override
    public List<CollectionRoot> of(Place place) {
        List<GlobusCollection> written = profiles.get(place.site()).collections();
        if (written.isEmpty()) {
            return List.of();
        }
        Resolved known = resolved.get(place.account());
        if (known == null || !known.written.equals(written)) {
            List<CollectionRoot> roots = new ArrayList<>();
            for (GlobusCollection collection : written) {
                roots.add(new CollectionRoot(collection.id(),
                        place.resolved(place.session().expand(collection.root())), collection.base(),
                        collection.highAssurance()));
            }
            known = new Resolved(written, List.copyOf(roots));
            resolved.put(place.account(), known);
        }
        return known.roots;
    }
}
