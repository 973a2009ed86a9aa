package org.diamondhpc.messaging.tx;

import java.util.concurrent.Callable;

/**
 * The W3C {@code traceparent} of the event or work at hand, so that what follows from it belongs to the same trace
 * although days and processes lie between.
 */
public final class CurrentTrace {
    /** The record header and CloudEvents extension of that name. */
    public static final String HEADER = "traceparent";
    private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();

    private CurrentTrace() {
    }

    /** Null where there is none. */
    public static String get() {
        return CURRENT.get();
    }

    /** As {@link #with}, for what throws nothing that is checked. */
    public static void run(String traceparent, Runnable body) {
        String before = CURRENT.get();
        set(traceparent);
        try {
            body.run();
        } finally {
            set(before);
        }
    }

    public static <T> T with(String traceparent, Callable<T> body) throws Exception {
        String before = CURRENT.get();
        set(traceparent);
        try {
            return body.call();
        } finally {
            set(before);
        }
    }

    private static void set(String traceparent) {
        if (traceparent == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(traceparent);
        }
    }
}
