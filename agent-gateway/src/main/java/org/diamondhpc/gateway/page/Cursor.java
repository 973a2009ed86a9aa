package org.diamondhpc.gateway.page;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/** Where a list goes on: after {@code key}, in the list of this kind and no other. */
public record Cursor(String kind, String key) {
    private static final int MAX_TEXT = 4096;

    public String text() {
        return Base64.getUrlEncoder().withoutPadding()
                .encodeToString((kind + ":" + key).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The key after which the list goes on; null where no cursor is given.
     *
     * @throws DiamondException {@code INVALID_CURSOR}
     */
    public static String after(String kind, String text) {
        if (text == null) {
            return null;
        }
        try {
            String plain = text.length() > MAX_TEXT ? "" : StandardCharsets.UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getUrlDecoder().decode(text))).toString();
            if (plain.startsWith(kind + ":") && plain.indexOf('\0') < 0) {
                return plain.substring(kind.length() + 1);
            }
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw invalid();
        }
        throw invalid();
    }

    private static DiamondException invalid() {
        return DiamondException.of(Reason.INVALID_CURSOR, "the cursor is not one of this list's");
    }
}
