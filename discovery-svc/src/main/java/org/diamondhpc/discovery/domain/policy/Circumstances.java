package org.diamondhpc.discovery.domain.policy;

import java.util.List;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;

/**
 * What a policy may go by apart from the places. The same circumstances give the same answer.
 *
 * @param attempt decides what chance decides
 * @param named the sites the request names, in its order
 * @param turn how many placements there were before
 */
public record Circumstances(AttemptId attempt, List<SiteId> named, long turn) {
    public Circumstances {
        named = List.copyOf(named);
    }
}
