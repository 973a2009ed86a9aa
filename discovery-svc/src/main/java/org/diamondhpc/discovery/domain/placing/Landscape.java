package org.diamondhpc.discovery.domain.placing;

import java.util.List;
import org.diamondhpc.discovery.domain.staging.Routes;
import org.diamondhpc.discovery.domain.staging.Throughputs;
import org.diamondhpc.discovery.domain.verdict.SiteView;
import org.diamondhpc.discovery.domain.wait.Forecast;

/**
 * Everything known when a decision is made.
 *
 * @param policy by name, for requests that name none
 * @param turn how many placements there were before
 * @param copies to how many sites one task may be submitted at once; 1: hedging is off
 */
public record Landscape(List<Seen> sites, Throughputs throughputs, Experience experience, Routes routes,
        String policy, long turn, int copies) {
    public Landscape {
        sites = List.copyOf(sites);
    }

    public Landscape(List<Seen> sites, Throughputs throughputs, Experience experience, Routes routes) {
        this(sites, throughputs, experience, routes, "fastest", 0, 1);
    }

    /** A site and what is foreseen for it. */
    public record Seen(SiteView view, Forecast forecast) {
    }
}
