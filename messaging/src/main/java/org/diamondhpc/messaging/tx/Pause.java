package org.diamondhpc.messaging.tx;

import java.time.Duration;

/** Waiting, where an interrupt means that the service is shutting down. */
public final class Pause {
    private Pause() {
    }

    public static void of(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
