package org.diamondhpc.transfer.work;

import java.util.List;
import org.diamondhpc.transfer.globus.domain.CollectionRoot;

/** Which parts of a site's file system Globus collections show. */
interface GlobusRoots {
    /** Empty where the profile names no collection; no call to the site is made then. */
    List<CollectionRoot> of(Place place);
}
