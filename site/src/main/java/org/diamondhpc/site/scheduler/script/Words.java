package org.diamondhpc.site.scheduler.script;

import java.util.ArrayList;
import java.util.List;

/** A directive's text as words: quotes, backslashes and a comment at the end as in a shell, but nothing is expanded. */
final class Words {
    private final String text;
    private final List<String> words = new ArrayList<>();
    private StringBuilder word;
    private char quote;

    private Words(String text) {
        this.text = text;
    }

    static List<String> of(String text) {
        return new Words(text).split();
    }

    private List<String> split() {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                i = quoted(c, i);
            } else if (Character.isWhitespace(c)) {
                end();
            } else if (c == '#' && word == null) {
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
