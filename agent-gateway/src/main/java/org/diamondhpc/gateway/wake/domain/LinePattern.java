package org.diamondhpc.gateway.wake.domain;

import com.google.re2j.PatternSyntaxException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A regular expression an agent wrote, found in lines that a stranger's program printed. RE2 matches in time linear in
 * the line whatever the expression, so neither of them can hold a thread; expression, program and line are bounded.
 *
 * <p>Source: <a href="https://github.com/google/re2/wiki/Syntax">the syntax of RE2</a>.
 */
public final class LinePattern {
    public static final int MAX_LENGTH = 200;
    /** Characters of a line that are looked at. */
    public static final int MAX_LINE = 4096;
    /** Instructions of the compiled expression; counted repetitions of repetitions multiply them. */
    private static final int MAX_PROGRAM = 300;

    private static final Pattern COUNTS = Pattern.compile("\\{(\\d+)(?:,(\\d*))?\\}");

    private final com.google.re2j.Pattern pattern;

    private LinePattern(com.google.re2j.Pattern pattern) {
        this.pattern = pattern;
    }

    /** @throws IllegalArgumentException with what is wrong with it */
    public static LinePattern of(String text) {
        String wrong = wrong(text);
        if (wrong != null) {
            throw new IllegalArgumentException(wrong);
        }
        return new LinePattern(com.google.re2j.Pattern.compile(text));
    }

    /** What is wrong with it, in words; null: nothing. */
    static String wrong(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            return "a pattern has 1 to " + MAX_LENGTH + " characters";
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            return "a pattern has no control characters; write \\t for a tab";
        }
        if (repeats(text) > MAX_PROGRAM) {
            return "a pattern repeats at most " + MAX_PROGRAM + " times, nested counts multiplied";
        }
        try {
            return com.google.re2j.Pattern.compile(text).programSize() > MAX_PROGRAM ? "the pattern is too large" : null;
        } catch (PatternSyntaxException e) {
            return "not a regular expression of RE2: " + e.getDescription();
        }
    }

    /** An upper bound of what counted repetitions multiply to, before anything of that size is built. */
    private static long repeats(String text) {
        long product = 1;
        Matcher counts = COUNTS.matcher(text);
        while (counts.find() && product <= MAX_PROGRAM) {
            product *= Math.max(1, Math.max(number(counts.group(1)), number(counts.group(2))));
        }
        return product;
    }

    private static long number(String digits) {
        return digits == null || digits.isEmpty() ? 0 : digits.length() > 4 ? 10_000 : Long.parseLong(digits);
    }

    public boolean in(String line) {
        return pattern.matcher(line.length() > MAX_LINE ? line.substring(0, MAX_LINE) : line).find();
    }
}
