package org.diamondhpc.bench.dispatch;

import java.util.Locale;

/** How a request is written. */
enum Style {
    /** Every field, in canonical units. */
    EXACT,
    /** A whole script for Slurm, PBS or Grid Engine, handed over as it is. */
    VERBATIM,
    /** In loose words: names of other systems, totals instead of parts, sentences, what the application's entry says. */
    DESCRIPTIVE,
    /** Exact, but no site is named: placement must find one that can. */
    OPEN;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
