package org.diamondhpc.standalone;

/** What cannot be done as asked, and what the user can do about it. */
final class Refusal extends Exception {
    /** Something failed. */
    static final int FAILED = 1;
    /** Bad usage or configuration. */
    static final int USAGE = 2;
    /** Not possible on this machine as it is. */
    static final int IMPOSSIBLE = 3;

    private final int exit;

    Refusal(int exit, String message) {
        super(message);
        this.exit = exit;
    }

    int exit() {
        return exit;
    }
}
