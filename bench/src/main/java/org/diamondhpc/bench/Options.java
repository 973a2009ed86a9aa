package org.diamondhpc.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The command line.
 *
 * @param here use the running instance and its practice clusters instead of own ones
 * @param keep leave the own instance's folder (its processes end in any case)
 * @param parts which parts of a benchmark, {@code simulated} for example, also as {@code --only=PART}; none: all of them
 * @param numbers how many jobs, tasks, files, repetitions, …; what is absent is the benchmark's own default
 */
public record Options(String name, boolean json, boolean here, boolean keep, Set<String> parts,
        Map<String, Integer> numbers) {
    private static final Set<String> PARTS = Set.of("simulated", "live", "exact", "verbatim", "descriptive", "open");
    private static final String ONLY = "--only=";

    public Options {
        parts = Set.copyOf(parts);
        numbers = Map.copyOf(numbers);
    }

    /** @throws IllegalArgumentException with what is wrong */
    public static Options parse(List<String> args, List<String> known) {
        List<String> words = new ArrayList<>();
        List<String> flags = new ArrayList<>();
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (String arg : joined(args, known)) {
            int equals = arg.indexOf('=');
            if (arg.startsWith(ONLY)) {
                flags.add("--" + arg.substring(ONLY.length()));
            } else if (arg.startsWith("--") && equals > 0) {
                numbers.put(known(arg.substring(2, equals), known), positive(arg.substring(equals + 1)));
            } else if (arg.startsWith("--")) {
                flags.add(arg);
            } else {
                words.add(arg);
            }
        }
        for (String flag : flags) {
            if (!List.of("--json", "--here", "--keep").contains(flag) && !PARTS.contains(flag.substring(2))) {
                throw new IllegalArgumentException("there is no option " + flag);
            }
        }
        if (words.size() != 1) {
            throw new IllegalArgumentException("name one benchmark");
        }
        return new Options(words.getFirst(), flags.contains("--json"), flags.contains("--here"),
                flags.contains("--keep"), flags.stream().map(f -> f.substring(2)).filter(PARTS::contains)
                        .collect(Collectors.toSet()), numbers);
    }

    /** Whether a part of a benchmark is wanted. */
    public boolean wants(String part) {
        return parts.isEmpty() || parts.contains(part);
    }

    /** {@code --rounds 60} is {@code --rounds=60}. */
    private static List<String> joined(List<String> args, List<String> known) {
        List<String> joined = new ArrayList<>();
        for (String arg : args) {
            String before = joined.isEmpty() ? "" : joined.getLast();
            boolean value = before.startsWith("--") && known.contains(before.substring(2)) && !arg.startsWith("--");
            if (value) {
                joined.removeLast();
            }
            joined.add(value ? before + "=" + arg : arg);
        }
        return joined;
    }

    public int number(String name, int otherwise) {
        return numbers.getOrDefault(name, otherwise);
    }

    private static String known(String name, List<String> known) {
        if (!known.contains(name)) {
            throw new IllegalArgumentException("there is no option --" + name + "; there are " + known);
        }
        return name;
    }

    private static int positive(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException word) {
            throw new IllegalArgumentException(text + " is not a number", word);
        }
        throw new IllegalArgumentException(text + " is less than 1");
    }
}
