package org.diamondhpc.site.scheduler;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What may stand in a profile's {@code scheduler} mapping beside the family, so that a slip is told and not passed over. */
public final class Options {
    private record Option(Pattern legal, String says) {
    }

    private final Map<String, Option> known = new LinkedHashMap<>();

    private Options() {
    }

    /** What all families know: the container runtime. */
    public static Options common() {
        return new Options().with("container", "[a-z][a-z-]*", "the name of a container runtime");
    }

    /** @param says what it must be, for whoever wrote something else */
    public Options with(String name, String regex, String says) {
        known.put(name, new Option(Pattern.compile(regex), says));
        return this;
    }

    /** @return what is wrong, by the option's name */
    public Map<String, String> problems(Map<String, String> given) {
        Map<String, String> wrong = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            Option option = known.get(name);
            if (option == null) {
                wrong.put(name, "is not an option of this family; there are " + String.join(", ",
                        new TreeSet<>(known.keySet())));
            } else if (!option.legal.matcher(value).matches()) {
                wrong.put(name, "must be " + option.says);
            }
        });
        return wrong;
    }
}
