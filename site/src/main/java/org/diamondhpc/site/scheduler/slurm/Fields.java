package org.diamondhpc.site.scheduler.slurm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.site.scheduler.text.Amounts;

/**
 * One record of {@code scontrol show … -o}: {@code Name=value} pairs. A value reaches to the next pair, since some
 * (Reason, OS) hold blanks.
 */
final class Fields {
    private static final Pattern PAIR = Pattern.compile("(?:^|\\s)([A-Za-z][A-Za-z0-9_/:.&-]*)=");

    private final Map<String, String> values = new LinkedHashMap<>();

    Fields(String line) {
        Matcher m = PAIR.matcher(line);
        String name = null;
        int from = 0;
        while (m.find()) {
            if (name != null) {
                values.putIfAbsent(name, line.substring(from, m.start()).strip());
            }
            name = m.group(1);
            from = m.end();
        }
        if (name != null) {
            values.putIfAbsent(name, line.substring(from).strip());
        }
    }

    String get(String name) {
        return values.getOrDefault(name, "");
    }

    /** Absent for (null), N/A, NONE, UNLIMITED, INFINITE. */
    Optional<String> some(String name) {
        String value = get(name);
        return value.isEmpty() || value.equals("(null)") || value.equalsIgnoreCase("N/A")
                || value.equalsIgnoreCase("NONE") || value.equals("UNLIMITED") || value.equals("INFINITE")
                ? Optional.empty() : Optional.of(value);
    }

    OptionalLong number(String name) {
        return some(name).map(v -> Amounts.number(v, 0)).orElse(OptionalLong.empty());
    }

    Integer integer(String name) {
        OptionalLong n = number(name);
        return n.isPresent() ? Integer.valueOf((int) Math.min(n.getAsLong(), Integer.MAX_VALUE)) : null;
    }

    /** Empty for ALL. */
    List<String> list(String name) {
        return some(name).filter(v -> !v.equals("ALL")).map(v -> List.of(v.split(","))).orElse(List.of());
    }
}
