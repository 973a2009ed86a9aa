package org.diamondhpc.transfer.work;

/** A mover moves on by itself; nobody needs to stand by. */
final class Underway extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Travel travel;

    Underway(Travel travel) {
        super("underway", null, false, false);
        this.travel = travel;
    }

    Travel travel() {
        return travel;
    }
}
