package org.diamondhpc.discovery.domain.staging;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.diamondhpc.discovery.domain.staging.Routes.Route;
import org.diamondhpc.discovery.domain.staging.Throughputs.Pair;
import org.diamondhpc.discovery.domain.verdict.Words;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.schemas.task.ResolvedInput;

/**
 * What staging to one site would be.
 *
 * @param time how long it takes
 * @param mover how, in words
 */
public record StagingEstimate(Duration time, String mover) {
    private static final double PER_FILE_SECONDS = 0.2;

    /** @param routes how files get from one site to another */
    public static StagingEstimate of(List<ResolvedInput> inputs, SiteId to, Throughputs throughputs,
            Routes routes) {
        double seconds = 0;
        long bytes = 0;
        int moved = 0;
        Set<String> ways = new TreeSet<>();
        for (ResolvedInput input : inputs) {
            boolean there = input.replicas().stream().anyMatch(r -> to.equals(r.site()));
            if (!there) {
                SiteId from = source(input, to, routes);
                Route route = routes.between(from, to);
                long size = size(input);
                seconds += PER_FILE_SECONDS + size / throughputs.of(new Pair(from, to, route.mover()));
                bytes += size;
                moved++;
                ways.add(route.toString());
            }
        }
        return new StagingEstimate(Duration.ofMillis(Math.round(seconds * 1000)), words(inputs.size(), moved, bytes, ways));
    }

    /** The end a file would come from: a site that Globus reaches before others, the store only where nothing else has it. */
    public static SiteId source(ResolvedInput input, SiteId to, Routes routes) {
        List<SiteId> sites = input.replicas().stream().map(Replica::site).filter(s -> s != null).toList();
        return sites.stream().filter(s -> routes.byGlobus(s, to)).findFirst().orElse(sites.isEmpty() ? null : sites.getFirst());
    }

    private static long size(ResolvedInput input) {
        return input.content() != null ? input.content().length() : input.size() == null ? 0 : input.size();
    }

    private static String words(int all, int moved, long bytes, Set<String> ways) {
        if (all == 0) {
            return "no inputs";
        }
        return moved == 0 ? "all %d inputs are there".formatted(all)
                : "%d of %d inputs, %s by %s".formatted(moved, all, Words.ofBytes(bytes), String.join(" and ", ways));
    }
}
