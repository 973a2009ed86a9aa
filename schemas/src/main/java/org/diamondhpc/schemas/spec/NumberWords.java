package org.diamondhpc.schemas.spec;

import java.util.List;
import java.util.regex.Pattern;

/** Small numbers as people write them: {@code two}, {@code an}, {@code half an}. */
final class NumberWords {
    private static final List<String> WORDS = List.of("one", "two", "three", "four", "five", "six", "seven", "eight",
            "nine", "ten", "eleven", "twelve");
    private static final Pattern HALF = Pattern.compile("(?i)\\b(?:a half|half(?: an?)?)\\b");
    private static final Pattern SINGLE = Pattern.compile("(?i)\\b(?:an?|single)\\b");

    private NumberWords() {
    }

    /** The text with its numbers as digits, and with single spaces. */
    static String digits(String text) {
        String plain = text.replaceAll("\\s+", " ").strip();
        plain = SINGLE.matcher(HALF.matcher(plain).replaceAll("0.5")).replaceAll("1");
        for (int i = 0; i < WORDS.size(); i++) {
            plain = plain.replaceAll("(?i)\\b" + WORDS.get(i) + "\\b", String.valueOf(i + 1));
        }
        return plain;
    }
}
