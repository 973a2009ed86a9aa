package org.diamondhpc.site.scheduler.script;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Options as {@code getopt_long} reads them: short ones joined, long ones shortened to any unique beginning. */
public final class GnuOptions implements OptionGrammar {
    private final Map<Character, Form> shorts = new LinkedHashMap<>();
    private final TreeMap<String, Form> longs = new TreeMap<>();

    private enum Value {
        NONE, OPTIONAL, REQUIRED
    }

    private record Form(String name, Value value) {
    }

    private GnuOptions() {
    }

    /** Each as {@code n,ntasks=}, {@code H,hold}, {@code exclusive[=]} or a single letter. */
    public static GnuOptions of(String... forms) {
        GnuOptions options = new GnuOptions();
        for (String form : forms) {
            options.add(form);
        }
        return options;
    }

    private void add(String form) {
        Value value = form.endsWith("[=]") ? Value.OPTIONAL : form.endsWith("=") ? Value.REQUIRED : Value.NONE;
        String[] names = form.replaceAll("(\\[=]|=)$", "").split(",");
        String canonical = names[names.length - 1];
        for (String name : names) {
            if (name.length() == 1) {
                shorts.put(name.charAt(0), new Form(canonical, value));
            } else {
                longs.put(name, new Form(canonical, value));
            }
        }
    }

    @Override
    public Reading read(List<String> words, String place) {
        Reading reading = new Reading();
        Deque<String> left = new ArrayDeque<>(words);
        while (!left.isEmpty() && left.peek().startsWith("-") && left.peek().length() > 1) {
            String word = left.poll();
            if (word.equals("--")) {
                break;
            } else if (word.startsWith("--")) {
                readLong(word.substring(2), left, place, reading);
            } else {
                readShort(word, left, place, reading);
            }
        }
        reading.rest().addAll(left);
        return reading;
    }

    private void readLong(String word, Deque<String> left, String place, Reading reading) {
        int eq = word.indexOf('=');
        String name = eq < 0 ? word : word.substring(0, eq);
        Form form = longForm(name);
        if (form == null) {
            reading.errors().add("--" + name);
        } else if (eq >= 0) {
            reading.options().add(new Option(form.name(), word.substring(eq + 1), place));
        } else {
            valued(form, "--" + name, left, place, reading);
        }
    }

    private Form longForm(String name) {
        Form exact = longs.get(name);
        if (exact != null || name.isEmpty()) {
            return exact;
        }
        Map<String, Form> fitting = longs.subMap(name, name + Character.MAX_VALUE);
        return fitting.values().stream().distinct().count() == 1 ? fitting.values().iterator().next() : null;
    }

    private void readShort(String word, Deque<String> left, String place, Reading reading) {
        for (int i = 1; i < word.length(); i++) {
            Form form = shorts.get(word.charAt(i));
            if (form == null) {
                reading.errors().add("-" + word.charAt(i));
                return;
            }
            String joined = word.substring(i + 1);
            if (form.value() != Value.NONE && !joined.isEmpty()) {
                reading.options().add(new Option(form.name(), joined, place));
                return;
            }
            valued(form, "-" + word.charAt(i), left, place, reading);
        }
    }

    private static void valued(Form form, String word, Deque<String> left, String place, Reading reading) {
        if (form.value() != Value.REQUIRED) {
            reading.options().add(new Option(form.name(), "", place));
        } else if (left.isEmpty()) {
            reading.errors().add(word + " without its value");
        } else {
            reading.options().add(new Option(form.name(), left.poll(), place));
        }
    }
}
