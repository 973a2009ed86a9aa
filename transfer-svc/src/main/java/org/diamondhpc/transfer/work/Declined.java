package org.diamondhpc.transfer.work;

/** A mover cannot move these after all; another is to. */
final class Declined extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param why in words, for people */
    Declined(String why) {
        super(why, null, false, false);
    }
}
