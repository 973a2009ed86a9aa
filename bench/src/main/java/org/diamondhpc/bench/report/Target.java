package org.diamondhpc.bench.report;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Locale;

/** What a figure is to be. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "kind")
public sealed interface Target {
    boolean metBy(double figure);

    /** At most so much. */
    record AtMost(double limit) implements Target {
        @Override
        public boolean metBy(double figure) {
            return figure <= limit;
        }

        @Override
        public String toString() {
            return "≤ " + number(limit);
        }
    }

    /** At least so much. */
    record AtLeast(double limit) implements Target {
        @Override
        public boolean metBy(double figure) {
            return figure >= limit;
        }

        @Override
        public String toString() {
            return "≥ " + number(limit);
        }
    }

    /** As many digits as say something. */
    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e9 ? Long.toString((long) value)
                : String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.2f" : "%.1f", value);
    }
}
