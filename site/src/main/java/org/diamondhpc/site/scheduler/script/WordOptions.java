package org.diamondhpc.site.scheduler.script;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Options that are whole words behind one dash, each with a known number of values: {@code -pe smp 4}. */
public final class WordOptions implements OptionGrammar {
    private final Map<String, Integer> values = new HashMap<>();

    private WordOptions() {
    }

    /** Each as {@code cwd}, {@code l=} for one value, {@code pe==} for two. */
    public static WordOptions of(String... forms) {
        WordOptions options = new WordOptions();
        for (String form : forms) {
            String name = form.replaceAll("=+$", "");
            options.values.put(name, form.length() - name.length());
        }
        return options;
    }

    @Override
    public Reading read(List<String> words, String place) {
        Reading reading = new Reading();
        Deque<String> left = new ArrayDeque<>(words);
        while (!left.isEmpty() && left.peek().startsWith("-") && left.peek().length() > 1) {
            String name = left.poll().substring(1);
            Integer count = values.get(name);
            if (count == null) {
                reading.errors().add("-" + name);
            } else if (left.size() < count) {
                reading.errors().add("-" + name + " without its value");
                left.clear();
            } else {
                StringBuilder value = new StringBuilder();
                for (int i = 0; i < count; i++) {
                    value.append(i == 0 ? "" : " ").append(left.poll());
                }
                reading.options().add(new Option(name, value.toString(), place));
            }
        }
        reading.rest().addAll(left);
        return reading;
    }
}
