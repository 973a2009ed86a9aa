package org.diamondhpc.gateway.skill.handler;

import java.time.Duration;

/** Amounts in words. */
final class Words {
    private Words() {
    }

    static String of(Duration d) {
        long s = Math.max(0, d.toSeconds());
        return s < 90 ? s + " s" : s < 90 * 60 ? Math.round(s / 60.0) + " min"
                : s < 48 * 3600 ? Math.round(s / 3600.0) + " h" : Math.round(s / 86400.0) + " d";
    }

    static String count(long n, String one) {
        return n + " " + one + (n == 1 ? "" : "s");
    }

    static Long seconds(Duration d) {
        return d == null ? null : Math.max(0, d.toSeconds());
    }
}
