package org.diamondhpc.e2e.stage;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waiting for what comes by itself. */
public final class Wait {
    private static final Duration BETWEEN = Duration.ofMillis(250);

    private Wait() {
    }

    /** @throws AssertionError saying {@code otherwise} where it does not come in time */
    public static void until(Duration patience, Supplier<String> otherwise, BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > patience.toNanos()) {
                throw new AssertionError(otherwise.get());
            }
            pause(BETWEEN);
        }
    }

    public static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
