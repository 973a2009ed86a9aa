package org.diamondhpc.globus.simulator.storage;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A pattern as of fnmatch(3): {@code *}, {@code ?} and {@code [set]}. */
public final class Wildcard {
    private final Pattern pattern;

    public Wildcard(String text) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int close = c == '[' ? text.indexOf(']', i + 2) : -1;
            if (c == '*') {
                regex.append(".*");
            } else if (c == '?') {
                regex.append('.');
            } else if (close > 0) {
                regex.append(set(text.substring(i + 1, close)));
                i = close;
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        pattern = compiled(regex.toString(), text);
    }

    /** Whether a text has a sign with a meaning. */
    public static boolean present(String text) {
        return text.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
    }

    public boolean matches(String name) {
        return pattern.matcher(name).matches();
    }

    private static String set(String inner) {
        String escaped = inner.replace("\\", "\\\\").replace("[", "\\[").replace("&", "\\&").replace("^", "\\^");
        return escaped.startsWith("!") ? "[^" + escaped.substring(1) + "]" : "[" + escaped + "]";
    }

    /** A range that runs backwards makes a pattern that stands for itself. */
    private static Pattern compiled(String regex, String text) {
        try {
            return Pattern.compile(regex, Pattern.DOTALL);
        } catch (PatternSyntaxException e) {
            return Pattern.compile(Pattern.quote(text));
        }
    }
}
