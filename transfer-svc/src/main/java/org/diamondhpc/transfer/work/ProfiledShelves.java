package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfile.GlobusCollection;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.transfer.domain.Trouble;
import org.diamondhpc.transfer.globus.domain.CollectionRoot;
import org.diamondhpc.transfer.globus.domain.CollectionRules;
import org.diamondhpc.transfer.globus.domain.Way;

/** As the profiles say it; what a path really is at the site is known where it can be logged in to, or once could. */
@ApplicationScoped
class ProfiledShelves implements Shelves {
    private final SiteProfiles profiles;
    private final Places places;
    private final GlobusRoots roots;

    ProfiledShelves(SiteProfiles profiles, Places places, GlobusRoots roots) {
        this.profiles = profiles;
        this.places = places;
        this.roots = roots;
    }

    @Override
    public Shelf of(SiteId site, TenantId tenant, String collection) {
        SiteProfile profile = profiles.find(site).filter(p -> p.accountFor(tenant).isPresent()).orElseThrow(() ->
                DiamondException.of(Reason.SITE_UNKNOWN, "there is no site " + site + " for this tenant"));
        List<GlobusCollection> written = profile.collections();
        int number = number(written, collection, site);
        GlobusCollection named = written.get(number);
        Way way = new Way(site, named.id(), site, named.id(), named.highAssurance());
        String storage = profile.storage().root();
        String storageName = storage.substring(storage.lastIndexOf('/') + 1);
        return reached(site, tenant).map(place -> new Shelf(tenant, way, new CollectionRules(roots.of(place).get(number),
                place.rules(), storageName))).orElseGet(() -> new Shelf(tenant, way, new CollectionRules(new CollectionRoot(
                        named.id(), named.root(), named.base(), named.highAssurance()), null, storageName)));
    }

    private static int number(List<GlobusCollection> written, String collection, SiteId site) {
        for (int i = 0; i < written.size(); i++) {
            if (written.get(i).id().equals(collection)) {
                return i;
            }
        }
        throw DiamondException.of(Reason.INVALID_NOT_FOUND, "the profile of " + site + " names no collection " + collection);
    }

    /** Empty where it is away: a collection may be reached all the same. */
    private Optional<Place> reached(SiteId site, TenantId tenant) {
        try {
            return places.answers(site) ? Optional.of(places.of(site, tenant)) : Optional.empty();
        } catch (DiamondException e) {
            if (Trouble.of(e.reason()) == Trouble.AWAY) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
