package org.diamondhpc.discovery.domain.placing;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.diamondhpc.discovery.domain.staging.Throughputs;
import org.diamondhpc.discovery.domain.verdict.SiteView;
import org.diamondhpc.discovery.domain.wait.Forecast;
import org.diamondhpc.schemas.id.SiteId;

/** Everything known when a decision is made. */
public record Landscape(List<Seen> sites, Throughputs throughputs, Experience experience) {
    public Landscape {
        sites = List.copyOf(sites);
    }

    Set<SiteId> globus() {
        return sites.stream().map(Seen::view).filter(SiteView::globus).map(SiteView::id).collect(Collectors.toSet());
    }

    /** A site and what is foreseen for it. */
    public record Seen(SiteView view, Forecast forecast) {
    }
}
