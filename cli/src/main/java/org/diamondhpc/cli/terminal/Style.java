package org.diamondhpc.cli.terminal;

import java.util.regex.Pattern;

/** Colours and weights, by the standard SGR codes that every terminal knows. */
public enum Style {
    BOLD("1"), DIM("2"), RED("31"), GREEN("32"), YELLOW("33"), BLUE("34"), CYAN("36");

    private static final Pattern CODES = Pattern.compile("\u001b\\[[0-9;]*m");
    private final String code;

    Style(String code) {
        this.code = code;
    }

    String on(String text) {
        return "\u001b[" + code + "m" + text + "\u001b[0m";
    }

    /** How many columns the text takes; colours take none. */
    static int width(String text) {
        String bare = text.indexOf('\u001b') < 0 ? text : CODES.matcher(text).replaceAll("");
        return bare.codePointCount(0, bare.length());
    }

    /**
     * Text from elsewhere without what a terminal would obey: control characters become {@code ?}, so that a job's
     * name cannot move the cursor or change colours.
     */
    public static String harmless(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(c -> safe.appendCodePoint(c != '\t' && Character.isISOControl(c) ? '?' : c));
        return safe.toString();
    }
}
