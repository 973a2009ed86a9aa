package org.diamondhpc.transfer.work;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.diamondhpc.site.profile.SiteProfiles;

/** As the profiles say it. */
class ReachesBean {
    @Produces
    @Singleton
    Reaches reaches(SiteProfiles profiles) {
        return (source, target) -> profiles.get(source).reaches().stream()
                .filter(r -> r.site().equals(target)).findFirst();
    }
}
