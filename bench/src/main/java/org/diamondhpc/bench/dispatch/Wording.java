package org.diamondhpc.bench.dispatch;

/** Fifth dimension: in which of its two ways a style says units and times. */
enum Wording {
    FIRST, SECOND
}
