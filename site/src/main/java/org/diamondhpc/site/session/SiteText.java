package org.diamondhpc.site.session;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Text of a site without loss. Names on Unix are bytes; those that are not UTF-8 survive in a Java string as lone low
 * surrogates U+DC80–U+DCFF, one for each byte that does not decode (Python's {@code surrogateescape}, PEP 383), and
 * become the same bytes again on the way back.
 */
public final class SiteText {
    private static final int ESCAPE = 0xDC00;

    private SiteText() {
    }

    public static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return decodeEscaping(bytes);
        }
    }

    /** @throws IllegalArgumentException on a lone surrogate that stands for no byte */
    public static byte[] encode(String text) {
        if (text.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length() * 2);
        for (int i = 0; i < text.length();) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c >= ESCAPE + 0x80 && c <= ESCAPE + 0xFF) {
                out.write(c - ESCAPE);
            } else if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                throw new IllegalArgumentException("text holds half a character");
            } else {
                out.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        return out.toByteArray();
    }

    /** Whether the text can be written as UTF-8, as JSON and events need it. */
    public static boolean isUtf8(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** For people and JSON: bytes that are not UTF-8 become {@code \xNN}. Not reversible. */
    public static String display(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (c >= ESCAPE + 0x80 && c <= ESCAPE + 0xFF) {
                shown.append("\\x%02X".formatted(c - ESCAPE));
            } else {
                shown.appendCodePoint(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c);
            }
        });
        return shown.toString();
    }

    private static String decodeEscaping(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        for (int i = 0; i < bytes.length;) {
            int length = sequenceLength(bytes, i);
            if (length == 0) {
                text.append((char) (ESCAPE + (bytes[i++] & 0xFF)));
            } else {
                text.append(new String(bytes, i, length, StandardCharsets.UTF_8));
                i += length;
            }
        }
        return text.toString();
    }

    /** The length of the valid UTF-8 sequence at an index, or 0. */
    private static int sequenceLength(byte[] bytes, int at) {
        int lead = bytes[at] & 0xFF;
        int length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
        if (length == 0 || at + length > bytes.length) {
            return 0;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, at, length));
            return length;
        } catch (CharacterCodingException e) {
            return 0;
        }
    }
}
