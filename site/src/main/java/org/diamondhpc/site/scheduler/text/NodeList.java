package org.diamondhpc.site.scheduler.text;

import java.util.ArrayList;
import java.util.List;

/** Node lists as Slurm shortens them: {@code a[001-004,007],b12}, {@code r[1-2]n[01-03]}, widths kept. */
public final class NodeList {
    /** A list can stand for more names than any machine has; beyond this it is cut. */
    private static final int MOST = 200_000;
    /** What a job says of itself could be forged: more than the largest job has, and still one event. */
    private static final int MOST_OF_JOB = 20_000;

    private NodeList() {
    }

    /** The single names; empty for {@code None assigned}, {@code (null)}, {@code N/A} and reasons in parentheses. */
    public static List<String> expand(String text) {
        List<String> names = new ArrayList<>();
        String list = text.strip();
        if (list.isEmpty() || list.startsWith("(") || list.equals("n/a") || list.equals("N/A")
                || list.equals("None assigned")) {
            return names;
        }
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= list.length(); i++) {
            char c = i == list.length() ? ',' : list.charAt(i);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (c == ',' && depth <= 0) {
                expandOne(list.substring(start, i), names);
                start = i + 1;
            }
        }
        return names;
    }

    /** The nodes a job wrote down when it started, bounded as nobody else vouches for them. */
    public static List<String> ofJob(String text) {
        List<String> names = expand(text);
        return List.copyOf(names.subList(0, Math.min(MOST_OF_JOB, names.size())));
    }

    private static void expandOne(String term, List<String> into) {
        int open = term.indexOf('[');
        int close = term.indexOf(']', open);
        if (open < 0 || close < 0) {
            if (!term.isEmpty() && into.size() < MOST) {
                into.add(term);
            }
            return;
        }
        String rest = term.substring(close + 1);
        for (String range : term.substring(open + 1, close).split(",")) {
            for (String number : numbers(range)) {
                if (into.size() >= MOST) {
                    return;
                }
                expandOne(term.substring(0, open) + number + rest, into);
            }
        }
    }

    private static List<String> numbers(String range) {
        int dash = range.indexOf('-', 1);
        if (dash < 0 || !range.matches("\\d{1,9}-\\d{1,9}")) {
            return List.of(range);
        }
        int width = dash;
        long first = Long.parseLong(range.substring(0, dash));
        long last = Long.parseLong(range.substring(dash + 1));
        List<String> all = new ArrayList<>();
        for (long i = first; i <= last && all.size() < MOST; i++) {
            String digits = Long.toString(i);
            all.add("0".repeat(Math.max(0, width - digits.length())) + digits);
        }
        return all;
    }
}
