package org.diamondhpc.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command line.
 *
 * @param here use the running instance and its practice clusters instead of own ones
 * @param keep leave the own instance's folder (its processes end in any case)
 * @param numbers how many jobs, tasks, files, repetitions, …; what is absent is the benchmark's own default
 */
public record Options(String name, boolean json, boolean here, boolean keep, Map<String, Integer> numbers) {
    public Options {
        numbers = Map.copyOf(numbers);
    }

    /** @throws IllegalArgumentException with what is wrong */
    public static Options parse(List<String> args, List<String> known) {
        List<String> words = new ArrayList<>();
        List<String> flags = new ArrayList<>();
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (arg.startsWith("--") && equals > 0) {
                numbers.put(known(arg.substring(2, equals), known), positive(arg.substring(equals + 1)));
            } else if (arg.startsWith("--")) {
                flags.add(arg);
            } else {
                words.add(arg);
            }
        }
        for (String flag : flags) {
            if (!List.of("--json", "--here", "--keep").contains(flag)) {
                throw new IllegalArgumentException("there is no option " + flag);
            }
        }
        if (words.size() != 1) {
            throw new IllegalArgumentException("name one benchmark");
        }
        return new Options(words.getFirst(), flags.contains("--json"), flags.contains("--here"),
                flags.contains("--keep"), numbers);
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
