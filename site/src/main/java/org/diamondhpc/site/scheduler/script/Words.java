package org.diamondhpc.site.scheduler.script;

import java.util.ArrayList;
import java.util.List;

/** A directive's text as words: quotes and backslashes as in a shell, but nothing is expanded. */
public final class Words {
    private final String text;
    private final boolean comments;
    private final List<String> words = new ArrayList<>();
    private StringBuilder word;
    private char quote;

    private Words(String text, boolean comments) {
        this.text = text;
        this.comments = comments;
    }

    /** @param comments whether a {@code #} at a word's beginning ends the line */
    public static List<String> of(String text, boolean comments) {
        return new Words(text, comments).split();
    }

    private List<String> split() {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                i = quoted(c, i);
            } else if (Character.isWhitespace(c)) {
                end();
            } else if (c == '#' && word == null && comments) {
                break;
            } else if (c == '\'' || c == '"') {
                quote = c;
                begin();
            } else if (c == '\\' && i + 1 < text.length()) {
                begin().append(text.charAt(++i));
            } else {
                begin().append(c);
            }
        }
        end();
        return words;
    }

    private int quoted(char c, int at) {
        if (c == quote) {
            quote = 0;
        } else if (c == '\\' && quote == '"' && at + 1 < text.length() && "\"\\$`".indexOf(text.charAt(at + 1)) >= 0) {
            word.append(text.charAt(at + 1));
            return at + 1;
        } else {
            word.append(c);
        }
        return at;
    }

    private StringBuilder begin() {
        if (word == null) {
            word = new StringBuilder();
        }
        return word;
    }

    private void end() {
        if (word != null) {
            words.add(word.toString());
            word = null;
        }
    }
}
