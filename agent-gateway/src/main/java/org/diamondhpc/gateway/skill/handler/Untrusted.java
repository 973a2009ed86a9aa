package org.diamondhpc.gateway.skill.handler;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.diamondhpc.schemas.request.SiteReply;

/**
 * Bytes from outside, marked as what they are: data, never instructions. Text is cut at whole characters, so that what
 * is read on with {@code nextOffset} joins without a gap.
 */
record Untrusted(boolean trusted, String text, String encoding, long offset, long nextOffset, long size, boolean end) {
    /** UTF-8 has at most so many bytes after the first of a character. */
    private static final int MAX_TAIL = 3;

    static Untrusted of(SiteReply.Content piece) {
        return of(piece.offset(), Base64.getDecoder().decode(piece.base64() == null ? "" : piece.base64()),
                piece.size());
    }

    static Untrusted of(long offset, byte[] bytes, long size) {
        int from = offset == 0 ? 0 : continued(bytes);
        int to = offset + bytes.length >= size ? bytes.length : whole(bytes);
        String text = to < from ? null : decoded(bytes, from, to - from);
        if (text == null || text.isEmpty() && bytes.length > 0) {
            return new Untrusted(false, Base64.getEncoder().encodeToString(bytes), "base64", offset,
                    offset + bytes.length, size, offset + bytes.length >= size);
        }
        return new Untrusted(false, text, "utf-8", offset + from, offset + to, size, offset + to >= size);
    }

    /** How many bytes at the beginning belong to a character before. */
    private static int continued(byte[] bytes) {
        int n = 0;
        while (n < Math.min(MAX_TAIL, bytes.length) && (bytes[n] & 0xC0) == 0x80) {
            n++;
        }
        return n;
    }

    /** How many bytes there are without a character that is cut off at the end. */
    private static int whole(byte[] bytes) {
        for (int back = 1; back <= Math.min(MAX_TAIL, bytes.length); back++) {
            int b = bytes[bytes.length - back] & 0xFF;
            if (b < 0x80) {
                return bytes.length;
            }
            if (b >= 0xC0) {
                int length = b >= 0xF0 ? 4 : b >= 0xE0 ? 3 : 2;
                return length > back ? bytes.length - back : bytes.length;
            }
        }
        return bytes.length;
    }

    /** Null where it is no text. */
    private static String decoded(byte[] bytes, int from, int length) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length)).toString();
            return text.indexOf('\0') >= 0 ? null : text;
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
