package org.diamondhpc.discovery.board;

import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem.Violation;

/** The sites that were written down. */
public interface SiteDirectory {
    /** Those whose profiles are in order. */
    List<KnownSite> all();

    /** What is wrong with the others, each with its file and field. */
    List<Violation> errors();

    default Optional<KnownSite> find(SiteId site) {
        return all().stream().filter(s -> s.id().equals(site)).findFirst();
    }
}
