package org.diamondhpc.gateway.skill;

/** Keeps texts short. */
public final class Cut {
    private Cut() {
    }

    /** At most {@code length} characters, the last an ellipsis where something is missing; never half a character. */
    public static String to(String text, int length) {
        if (text == null || text.length() <= length) {
            return text;
        }
        int end = length - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
