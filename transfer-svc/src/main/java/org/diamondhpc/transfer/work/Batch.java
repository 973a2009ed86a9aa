package org.diamondhpc.transfer.work;

import java.util.List;
import org.diamondhpc.transfer.domain.Source;
import org.diamondhpc.transfer.domain.Wish;
import org.diamondhpc.transfer.globus.domain.Owner;

/**
 * Items that all go from one end to another.
 *
 * @param owner the row of the work table that waits for it
 * @param from null for Diamond's own store
 * @param to null for Diamond's own store
 * @param landing where at the target; null where that is the store
 * @param token the same for each try of the same work, by which parts moved earlier are found
 * @param again whether an earlier try may have moved a part
 */
record Batch(Owner owner, Place from, Place to, Landing landing, String token, boolean again, List<Item> items) {
    Batch {
        items = List.copyOf(items);
    }

    Batch with(List<Item> others) {
        return new Batch(owner, from, to, landing, token, again, others);
    }

    /** @param number the wish's number in the list of wishes */
    record Item(int number, Wish wish, Source source) {
    }

    /**
     * @param base the folder all items lie under
     * @param workshop a folder on the same file system for what is not complete yet
     * @param closed whether new folders are readable by the account alone
     */
    record Landing(String base, String workshop, boolean closed) {
        String relative(String path) {
            return path.equals(base) ? "" : path.substring(base.equals("/") ? 1 : base.length() + 1);
        }

        String privacy() {
            return closed ? "private" : "open";
        }
    }
}
