package org.diamondhpc.transfer.work;

/** Nobody wants the result any more: the work was cancelled or is in other hands. */
final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    Stopped() {
        super("stopped", null, false, false);
    }
}
