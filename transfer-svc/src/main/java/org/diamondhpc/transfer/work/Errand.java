package org.diamondhpc.transfer.work;

import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.transfer.domain.Wish;
import org.diamondhpc.transfer.globus.domain.Owner;

/**
 * Wishes with one target.
 *
 * @param owner the row of the work table that waits for it
 * @param to null for Diamond's own store
 * @param attempt the attempt's directory when staging; null for a transfer
 * @param wishes by their number
 */
record Errand(Owner owner, TenantId tenant, Place to, String attempt, boolean again, Map<Integer, Wish> wishes) {
    private static final String STAGING = "/.staging";
    /** Names of what is not complete yet begin with this, then the token. */
    static final String UNFINISHED = ".diamond-";

    /** Whether each wish counts for itself; a task needs all its inputs. */
    boolean each() {
        return attempt == null;
    }

    Batch batch(Place from, List<Batch.Item> items) {
        return new Batch(owner, from, to, to == null ? null : landing(items), token(), again, items);
    }

    /** The same for each try. */
    String token() {
        return owner.token();
    }

    private Batch.Landing landing(List<Batch.Item> items) {
        if (attempt != null) {
            return new Batch.Landing(attempt + "/work", attempt + STAGING, true);
        }
        String base = items.stream().map(i -> parent(i.wish().to())).reduce(Errand::common).orElseThrow();
        return new Batch.Landing(base, Listings.below(base, UNFINISHED + token()), false);
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
