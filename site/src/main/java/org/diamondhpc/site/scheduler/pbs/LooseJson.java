package org.diamondhpc.site.scheduler.pbs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * PBS's JSON as it is: values that look like numbers stand without quotes whatever they are ({@code nan}, {@code 007},
 * {@code .5}, {@code 1e400}), and escapes may be none of JSON's. Every value is text here.
 */
final class LooseJson {
    private static final int DEEPEST = 20;

    private final String text;
    private int at;

    private LooseJson(String text) {
        this.text = text;
    }

    /** What lies under {@code Jobs}, {@code Queue}, {@code Server} or {@code nodes}. */
    static List<Records> records(String text) {
        LooseJson json = new LooseJson(text);
        List<Records> all = new ArrayList<>();
        if (json.value(0) instanceof Map<?, ?> root) {
            for (String kind : List.of("Jobs", "Queue", "Server", "nodes")) {
                if (root.get(kind) instanceof Map<?, ?> found) {
                    found.forEach((id, fields) -> {
                        Map<String, String> flat = new LinkedHashMap<>();
                        flatten("", fields, flat);
                        all.add(new Records(String.valueOf(id), flat));
                    });
                }
            }
        }
        return all;
    }

    private static void flatten(String name, Object value, Map<String, String> into) {
        if (value instanceof Map<?, ?> fields) {
            fields.forEach((key, v) -> flatten(name.isEmpty() ? String.valueOf(key) : name + "." + key, v, into));
        } else if (value instanceof List<?> list) {
            into.put(name, String.join(",", list.stream().map(String::valueOf).toList()));
        } else {
            into.put(name, String.valueOf(value));
        }
    }

    private Object value(int depth) {
        skip();
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("qstat's JSON is nested too deep");
        }
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> list(depth);
            case '"' -> string();
            default -> bare();
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> fields = new LinkedHashMap<>();
        at++;
        for (skip(); peek() != '}'; skip()) {
            String name = string();
            skip();
            expect(':');
            fields.put(name, value(depth + 1));
            skip();
            if (peek() == ',') {
                at++;
            }
        }
        at++;
        return fields;
    }

    private List<Object> list(int depth) {
        List<Object> all = new ArrayList<>();
        at++;
        for (skip(); peek() != ']'; skip()) {
            all.add(value(depth + 1));
            skip();
            if (peek() == ',') {
                at++;
            }
        }
        at++;
        return all;
    }

    private String string() {
        expect('"');
        StringBuilder read = new StringBuilder();
        while (peek() != '"') {
            char c = text.charAt(at++);
            if (c == '\\') {
                c = peek();
                at++;
                if (c == 'u' && hex()) {
                    c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
                    at += 4;
                } else {
                    c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
                }
            }
            read.append(c);
        }
        at++;
        return read.toString();
    }

    private boolean hex() {
        return at + 4 <= text.length() && text.substring(at, at + 4).chars().allMatch(d -> Character.digit(d, 16) >= 0);
    }

    private String bare() {
        int from = at;
        while (",}]\n".indexOf(peek()) < 0) {
            at++;
        }
        return text.substring(from, at).strip();
    }

    private void expect(char c) {
        if (peek() != c) {
            throw new IllegalArgumentException("qstat's JSON cannot be read at character " + at);
        }
        at++;
    }

    private char peek() {
        if (at >= text.length()) {
            throw new IllegalArgumentException("qstat's JSON was cut off");
        }
        return text.charAt(at);
    }

    private void skip() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
