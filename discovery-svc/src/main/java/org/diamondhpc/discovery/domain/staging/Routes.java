package org.diamondhpc.discovery.domain.staging;

import java.util.Map;
import java.util.Set;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;

/**
 * How files get from one site to another, as transfer-svc will choose.
 *
 * @param globus whether there is an identity for Globus at all
 * @param collections sites whose files Globus collections show
 * @param reaches sites that a site can push files to by itself
 */
public record Routes(boolean globus, Set<SiteId> collections, Map<SiteId, Set<SiteId>> reaches) {
    public Routes {
        collections = Set.copyOf(collections);
        reaches = Absent.map(reaches);
    }

    public static Routes relayed() {
        return new Routes(false, Set.of(), Map.of());
    }

    /**
     * @param name of the mover, for people
     * @param mover as events call it
     * @param why it is this one; null where there is nothing to choose from
     */
    public record Route(String name, String mover, String why) {
        @Override
        public String toString() {
            return why == null ? name : name + " (" + why + ")";
        }
    }

    /** @param from null: Diamond's own store */
    public Route between(SiteId from, SiteId to) {
        if (from == null) {
            return new Route("SFTP", "claim", null);
        }
        boolean source = collections.contains(from);
        if (globus && source && collections.contains(to)) {
            return new Route("Globus", "globus", "both ends have a collection");
        }
        if (reaches.getOrDefault(from, Set.of()).contains(to)) {
            return new Route("rsync", "rsync", from + " reaches " + to + " by itself");
        }
        return new Route("SFTP", "sftp", !globus || !source && !collections.contains(to) ? null
                : (source ? to : from) + " has no Globus collection");
    }

    boolean byGlobus(SiteId from, SiteId to) {
        return globus && collections.contains(from) && collections.contains(to);
    }
}
