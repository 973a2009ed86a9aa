package org.diamondhpc.transfer.domain;

import java.util.ArrayList;
import java.util.List;

/** One name of a {@link Glob}: what stands between two slashes. */
final class GlobName {
    /** What matches one character, or (any) any number of them. */
    private sealed interface Token {
        record Any() implements Token { }

        record One() implements Token { }

        record Just(int c) implements Token { }

        /** @param ranges pairs of first and last code point */
        record Set(boolean negated, List<int[]> ranges) implements Token {
            boolean holds(int c) {
                return ranges.stream().anyMatch(r -> r[0] <= c && c <= r[1]) != negated;
            }
        }
    }

    private static final String REGEX_SPECIAL = ".[]()*+?{}|^$\\";

    private final List<Token> tokens;

    private GlobName(List<Token> tokens) {
        this.tokens = tokens;
    }

    static GlobName of(String name) {
        int[] text = name.codePoints().toArray();
        List<Token> tokens = new ArrayList<>();
        for (int i = 0; i < text.length; i++) {
            switch (text[i]) {
                case '*' -> tokens.add(new Token.Any());
                case '?' -> tokens.add(new Token.One());
                case '[' -> {
                    int close = close(text, i);
                    tokens.add(close < 0 ? new Token.Just('[') : set(text, i + 1, close));
                    i = Math.max(i, close);
                }
                default -> tokens.add(new Token.Just(text[i]));
            }
        }
        return new GlobName(tokens);
    }

    boolean literal() {
        return tokens.stream().allMatch(Token.Just.class::isInstance);
    }

    boolean matches(String name) {
        int[] text = name.codePoints().toArray();
        if (text.length > 0 && text[0] == '.' && !startsWithDot()) {
            return false;
        }
        int t = 0;
        int star = -1;
        int resume = 0;
        int i = 0;
        while (i < text.length) {
            if (t < tokens.size() && tokens.get(t) instanceof Token.Any) {
                star = t++;
                resume = i;
            } else if (t < tokens.size() && one(tokens.get(t), text[i])) {
                t++;
                i++;
            } else if (star >= 0) {
                t = star + 1;
                i = ++resume;
            } else {
                return false;
            }
        }
        return tokens.subList(t, tokens.size()).stream().allMatch(Token.Any.class::isInstance);
    }

    /**
     * A POSIX extended expression over bytes that matches at least what this name matches: one character may be
     * several bytes there.
     */
    String regex() {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < tokens.size(); i++) {
            String first = i == 0 ? "[^/.]" : "[^/]";
            switch (tokens.get(i)) {
                case Token.Any any -> regex.append(i == 0 ? "([^/.][^/]*)?" : "[^/]*");
                case Token.One one -> regex.append(first).append("[^/]{0,3}");
                case Token.Set set -> regex.append(first).append("[^/]{0,3}");
                case Token.Just just -> {
                    if (REGEX_SPECIAL.indexOf(just.c()) >= 0) {
                        regex.append('\\');
                    }
                    regex.appendCodePoint(just.c());
                }
            }
        }
        return regex.toString();
    }

    private boolean startsWithDot() {
        return !tokens.isEmpty() && tokens.getFirst() instanceof Token.Just j && j.c() == '.';
    }

    private static boolean one(Token token, int c) {
        return switch (token) {
            case Token.Any any -> false;
            case Token.One one -> true;
            case Token.Just just -> just.c() == c;
            case Token.Set set -> set.holds(c);
        };
    }

    private static int close(int[] text, int open) {
        int i = open + 1;
        if (i < text.length && (text[i] == '!' || text[i] == '^')) {
            i++;
        }
        // a bracket that comes first is a member
        for (i++; i < text.length; i++) {
            if (text[i] == ']') {
                return i;
            }
        }
        return -1;
    }

    private static Token set(int[] text, int from, int close) {
        boolean negated = text[from] == '!' || text[from] == '^';
        List<int[]> ranges = new ArrayList<>();
        for (int i = negated ? from + 1 : from; i < close; i++) {
            if (i + 2 < close && text[i + 1] == '-') {
                ranges.add(new int[] {text[i], text[i + 2]});
                i += 2;
            } else {
                ranges.add(new int[] {text[i], text[i]});
            }
        }
        return new Token.Set(negated, ranges);
    }
}
