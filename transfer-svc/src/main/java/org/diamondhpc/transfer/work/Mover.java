package org.diamondhpc.transfer.work;

import java.util.List;

/**
 * A way bytes travel between two ends. Chosen once for a pair of ends; gets all items of that pair as one batch, so
 * that a mover with a price a request pays it once. A mover leaves no file at its final place whose bytes were not
 * found equal there, and may be called again for items that it moved in part.
 */
interface Mover {
    /** As people and events see it, for example {@code sftp}. */
    String name();

    /** Whether it can move between the batch's ends. */
    boolean serves(Batch batch);

    /** Of the items those it can move; the others are offered to the next mover. */
    default List<Batch.Item> takes(Batch batch) {
        return serves(batch) ? batch.items() : List.of();
    }

    /** Why it moves these and not another, for people; null where that goes without saying. */
    default String why(Batch batch) {
        return null;
    }

    /** Why it does not take these, for people; null where nobody would expect it to. */
    default String whyNot(Batch batch) {
        return null;
    }

    /** Who is asked first: the lowest. */
    default int rank() {
        return RELAY;
    }

    int RELAY = 10;

    /**
     * Moves what it can and tells the log what became of each item. Items it says nothing of are asked for again,
     * so it settles at least one or throws.
     *
     * @throws EndException where one of the ends is in trouble as a whole
     * @throws Stopped where the log says so
     * @throws Declined where another mover is to do what is not settled
     * @throws Underway where it goes on without this thread; everything not settled is to be asked for again later
     */
    void move(Batch batch, MoveLog log);
}
