package org.diamondhpc.cli.client;

import java.util.UUID;

/**
 * What somebody wants to happen once. Made before the first try and kept for every further one, it becomes the
 * {@code Idempotency-Key}, so that a lost answer never makes a second task.
 */
public record Intent(String key) {
    public Intent {
        if (!key.matches("[\\x21-\\x7e]{1,255}")) {
            throw new IllegalArgumentException("an intent's key is 1 to 255 visible ASCII characters");
        }
    }

    public static Intent fresh() {
        return new Intent(UUID.randomUUID().toString());
    }
}
