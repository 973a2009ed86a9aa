package org.diamondhpc.gateway.webhook.domain;

import java.util.Base64;

/**
 * A key shared with a receiver, 24 to 64 bytes, written {@code whsec_} and base64 as
 * <a href="https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md">Standard
 * Webhooks</a> says.
 */
public final class Secret {
    /** What a secret made here has. */
    public static final int BYTES = 32;
    private static final String PREFIX = "whsec_";
    private static final int LEAST = 24;
    private static final int MOST = 64;

    private final byte[] key;

    private Secret(byte[] key) {
        this.key = key.clone();
    }

    /** @throws IllegalArgumentException for less than 24 or more than 64 bytes */
    public static Secret of(byte[] key) {
        if (key.length < LEAST || key.length > MOST) {
            throw new IllegalArgumentException("a secret has " + LEAST + " to " + MOST + " bytes");
        }
        return new Secret(key);
    }

    /** @throws IllegalArgumentException for another form; the message does not hold the text */
    public static Secret parse(String text) {
        if (!text.startsWith(PREFIX)) {
            throw new IllegalArgumentException("a secret begins with " + PREFIX);
        }
        byte[] key;
        try {
            key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("what follows " + PREFIX + " is base64", e);
        }
        return of(key);
    }

    /** As it is handed to the receiver. */
    public String text() {
        return PREFIX + Base64.getEncoder().encodeToString(key);
    }

    byte[] key() {
        return key.clone();
    }

    @Override
    public String toString() {
        return PREFIX + "…";
    }
}
