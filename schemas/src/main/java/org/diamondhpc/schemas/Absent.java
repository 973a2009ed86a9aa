package org.diamondhpc.schemas;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an absent collection means: empty. Compact constructors copy with these, so records stay immutable. */
public final class Absent {
    private Absent() {
    }

    public static <T> List<T> list(List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }

    /** Keeps the order of the entries. */
    public static <K, V> Map<K, V> map(Map<K, V> map) {
        return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
