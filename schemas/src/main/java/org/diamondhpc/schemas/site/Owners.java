package org.diamondhpc.schemas.site;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Words for people: the same person, the same word. Who else computes at a site is not for every tenant to read. */
public final class Owners {
    private static final int BYTES = 5;

    private Owners() {
    }

    /** Null where the user is not known. */
    public static String word(String user) {
        if (user == null || user.isBlank()) {
            return null;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(user.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
