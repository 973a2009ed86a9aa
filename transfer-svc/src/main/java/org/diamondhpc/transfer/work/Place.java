package org.diamondhpc.transfer.work;

import java.util.List;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.transfer.domain.AskedPath;
import org.diamondhpc.transfer.domain.PathRules;

/**
 * An account at a site in the hands of one tenant.
 *
 * @param storage the profile's storage root as it is written into paths: absolute, links not resolved
 */
record Place(SiteSession session, String storage, PathRules rules) {
    AccountId account() {
        return session.account();
    }

    SiteId site() {
        return session.account().site();
    }

    /** The absolute path that is meant; links and dots are not resolved. */
    String absolute(AskedPath path) {
        return path.under(session.home(), storage);
    }

    /** With links and dots resolved, whether it exists or not. */
    String resolved(String absolute) {
        byte[] out = session.run(Program.RESOLVE.with(absolute)).orThrow("resolving a path").stdout();
        return NulFields.of(out).getFirst();
    }

    /** Whether both are the same login at the same site. */
    boolean same(Place other) {
        return other != null && account().equals(other.account());
    }

    List<Seen> inspect(List<String> paths) {
        return Seen.at(session, paths);
    }
}
