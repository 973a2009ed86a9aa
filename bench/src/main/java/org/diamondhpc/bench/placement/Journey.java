package org.diamondhpc.bench.placement;

import java.util.List;

/**
 * A probe that was moved while it waited.
 *
 * @param sites where it was, in order; one: it was not moved
 * @param seconds from its first submission to its end
 */
record Journey(List<String> sites, double seconds) {
    static final String RECONSIDER = "reconsider";

    Journey {
        sites = List.copyOf(sites);
    }

    String end() {
        return sites.getLast();
    }

    int moves() {
        return sites.size() - 1;
    }
}
