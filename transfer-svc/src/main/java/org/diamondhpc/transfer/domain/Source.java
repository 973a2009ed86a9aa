package org.diamondhpc.transfer.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.Replica;

/** Where the bytes of a {@link Wish} can be had. */
public sealed interface Source {
    /** The text itself. */
    record Inline(String text) implements Source {
    }

    /** Diamond's own store. */
    record Stored(String sha256) implements Source {
    }

    /** @param path as asked for, see {@link AskedPath} */
    record AtSite(SiteId site, String path) implements Source {
    }

    static Source of(Replica replica) {
        return replica.site() == null ? new Stored(replica.path()) : new AtSite(replica.site(), replica.path());
    }

    /**
     * The cheapest first: what is at the target already, Diamond's store, sites that answer, the other sites.
     *
     * @param target null for Diamond's own store
     * @param answers whether a site was well when last seen
     */
    static List<Source> byCost(List<Replica> replicas, SiteId target, Predicate<SiteId> answers) {
        List<Source> sources = new ArrayList<>(replicas.stream().map(Source::of).distinct().toList());
        sources.sort((a, b) -> Integer.compare(cost(a, target, answers), cost(b, target, answers)));
        return sources;
    }

    private static int cost(Source source, SiteId target, Predicate<SiteId> answers) {
        return switch (source) {
            case Inline inline -> 0;
            case AtSite at when at.site().equals(target) -> 1;
            case Stored stored -> 2;
            case AtSite at -> answers.test(at.site()) ? 3 : 4;
        };
    }
}
