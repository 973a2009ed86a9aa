package org.diamondhpc.bench.report;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One thing that was measured.
 *
 * @param unit what it is counted in; empty for a ratio
 * @param target absent where nothing was aimed at
 */
public record Figure(String what, double value, String unit, Target target) {
    public static Figure of(String what, double value, String unit) {
        return new Figure(what, value, unit, null);
    }

    public static Figure atMost(String what, double value, String unit, double limit) {
        return new Figure(what, value, unit, new Target.AtMost(limit));
    }

    public static Figure atLeast(String what, double value, String unit, double limit) {
        return new Figure(what, value, unit, new Target.AtLeast(limit));
    }

    /** Whether the target was met; absent where there is none. */
    @JsonProperty
    public Boolean met() {
        return target == null ? null : target.metBy(value);
    }
}
