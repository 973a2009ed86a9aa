package org.diamondhpc.discovery.store;

import jakarta.persistence.Embeddable;
import java.io.Serializable;
import org.diamondhpc.discovery.domain.staging.Throughputs.Pair;
import org.diamondhpc.schemas.id.SiteId;

/** Two ends and a mover as a key; Diamond's own store is the empty name. */
@Embeddable
public record ThroughputId(String fromSite, String toSite, String mover) implements Serializable {
    static ThroughputId of(Pair pair) {
        return new ThroughputId(pair.from() == null ? "" : pair.from().value(), pair.to().value(), pair.mover());
    }

    Pair pair() {
        return new Pair(fromSite.isEmpty() ? null : new SiteId(fromSite), new SiteId(toSite), mover);
    }
}
