package org.diamondhpc.site.scheduler.pbs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records of {@code -F dsv -D DELIMITER} (one escaped line each), or of {@code -F json}.
 *
 * @param id of a job, a queue, a node or the server
 * @param values attributes, resources as {@code Resource_List.ncpus}
 */
record Records(String id, Map<String, String> values) {
    private static final List<String> IDS = List.of("Job Id: ", "Queue: ", "Server: ", "Name=");

    /** @throws IllegalArgumentException where a line is neither a record nor a client's message */
    static List<Records> parse(String text, String delimiter) {
        if (text.stripLeading().startsWith("{")) {
            return LooseJson.records(text);
        }
        List<Records> all = new ArrayList<>();
        for (String line : text.split("\n")) {
            Optional<String> id = IDS.stream().filter(line::startsWith).findFirst();
            if (id.isPresent()) {
                all.add(record(line.substring(id.get().length()), delimiter));
            } else if (line.contains(delimiter)) {
                throw new IllegalArgumentException("a line of qstat does not parse");
            }
        }
        return all;
    }

    private static Records record(String line, String delimiter) {
        Map<String, String> values = new LinkedHashMap<>();
        int end = next(line, delimiter, 0);
        String id = end < 0 ? line : line.substring(0, end);
        for (int from = end < 0 ? line.length() : end + delimiter.length(); from < line.length();) {
            int next = next(line, delimiter, from);
            String field = line.substring(from, next < 0 ? line.length() : next);
            int eq = field.indexOf('=');
            if (eq < 0) {
                throw new IllegalArgumentException("a field of qstat has no name");
            }
            values.put(field.substring(0, eq), plain(field.substring(eq + 1)));
            from = next < 0 ? line.length() : next + delimiter.length();
        }
        return new Records(id.strip(), values);
    }

    /** The delimiter, but not one within a value, which PBS escapes. */
    private static int next(String line, String delimiter, int from) {
        for (int at = line.indexOf(delimiter, from); at >= 0; at = line.indexOf(delimiter, at + 1)) {
            int slashes = 0;
            while (at - slashes > from && line.charAt(at - slashes - 1) == '\\') {
                slashes++;
            }
            if (slashes % 2 == 0) {
                return at;
            }
        }
        return -1;
    }

    /** Backslashes, quotes, line ends and the delimiter are escaped. */
    private static String plain(String value) {
        if (value.indexOf('\\') < 0) {
            return value;
        }
        StringBuilder text = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\' && i + 1 < value.length()) {
                char next = value.charAt(++i);
                text.append(next == 'n' ? '\n' : next == 't' ? '\t' : next);
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    String get(String name) {
        return values.getOrDefault(name, "");
    }

    Optional<String> some(String name) {
        return Optional.ofNullable(values.get(name)).filter(v -> !v.isEmpty());
    }

    /** One of the job's variables, as qsub recorded them. */
    Optional<String> variable(String name) {
        String list = "," + get("Variable_List");
        int at = list.indexOf("," + name + "=");
        if (at < 0) {
            return some("Variable_List." + name);
        }
        int from = at + name.length() + 2;
        int end = list.indexOf(',', from);
        return Optional.of(list.substring(from, end < 0 ? list.length() : end));
    }
}
