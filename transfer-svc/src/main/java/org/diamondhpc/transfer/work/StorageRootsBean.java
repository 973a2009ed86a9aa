package org.diamondhpc.transfer.work;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.diamondhpc.site.profile.SiteProfiles;

/** Storage roots as the profiles say them. */
class StorageRootsBean {
    @Produces
    @Singleton
    StorageRoots roots(SiteProfiles profiles) {
        return site -> profiles.get(site).storage().root();
    }
}
