package org.diamondhpc.transfer.work;

import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.transfer.domain.Wish;

/**
 * Wishes with one target.
 *
 * @param to null for Diamond's own store
 * @param attempt the attempt's directory when staging; null for a transfer
 * @param wishes by their number
 */
record Errand(TenantId tenant, Place to, String attempt, String token, boolean again, Map<Integer, Wish> wishes) {
    private static final String STAGING = "/.staging";
    /** Names of what is not complete yet begin with this, then the token. */
    static final String UNFINISHED = ".diamond-";

    Batch batch(Place from, List<Batch.Item> items) {
        return new Batch(from, to, to == null ? null : landing(items), token, again, items);
    }

    private Batch.Landing landing(List<Batch.Item> items) {
        if (attempt != null) {
            return new Batch.Landing(attempt + "/work", attempt + STAGING, true);
        }
        String base = items.stream().map(i -> parent(i.wish().to())).reduce(Errand::common).orElseThrow();
        return new Batch.Landing(base, Listings.below(base, UNFINISHED + token), false);
    }

    /** The deepest folder both lie under. */
    private static String common(String a, String b) {
        String common = a;
        while (!b.equals(common) && !b.startsWith(common.equals("/") ? "/" : common + "/")) {
            common = parent(common);
        }
        return common;
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(1, path.lastIndexOf('/')));
    }
}
