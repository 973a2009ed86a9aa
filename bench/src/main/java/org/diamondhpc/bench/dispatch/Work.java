package org.diamondhpc.bench.dispatch;

/** Third dimension: how the application is configured. */
enum Work {
    /** A script with arguments' worth of variables. */
    SCRIPT,
    /** A staged executable with arguments and environment, started once for each process by the site's launcher. */
    PROGRAM,
    /** A script of three elements, two at one time. */
    ARRAY;

    static final int ELEMENTS = 3;
    static final int AT_ONCE = 2;
}
