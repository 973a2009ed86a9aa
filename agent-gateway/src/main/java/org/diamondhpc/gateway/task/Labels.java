package org.diamondhpc.gateway.task;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.reason.Problem.Violation;

/** Labels as the table keeps them, so that PostgreSQL can find a task by any of them. */
final class Labels {
    /** Between key and value: a control character, which neither may hold. */
    private static final char SEPARATOR = '\u001f';

    private Labels() {
    }

    static String[] kept(Map<String, String> labels) {
        return labels.entrySet().stream().map(l -> l.getKey() + SEPARATOR + l.getValue()).toArray(String[]::new);
    }

    static Map<String, String> of(String[] kept) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String label : kept) {
            int at = label.indexOf(SEPARATOR);
            all.put(label.substring(0, at), label.substring(at + 1));
        }
        return all;
    }

    static List<Violation> violations(Map<String, String> labels) {
        return labels.entrySet().stream()
                .filter(l -> (l.getKey() + l.getValue()).chars().anyMatch(Character::isISOControl))
                .map(l -> new Violation("/labels", "a label holds a control character")).toList();
    }
}
