package org.diamondhpc.messaging;

import java.util.regex.Pattern;

/**
 * What an event carries in place of large data: a name by content.
 *
 * @param sha256 64 lower-case hexadecimal digits
 * @param size in bytes
 */
public record ClaimRef(String sha256, long size) {
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    public ClaimRef {
        if (sha256 == null || !SHA256.matcher(sha256).matches() || size < 0) {
            throw new IllegalArgumentException("a claim is named by 64 lower-case hexadecimal digits and a size");
        }
    }
}
