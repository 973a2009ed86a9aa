package org.diamondhpc.gateway.page;

import java.util.List;
import java.util.function.Function;

/**
 * Some entries of a list.
 *
 * @param next the cursor of what follows; absent at the end
 */
public record Page<T>(List<T> items, String next) {
    public Page {
        items = List.copyOf(items);
    }

    /** From one entry more than asked for, which tells whether there is a next page. */
    public static <T> Page<T> of(List<T> oneMore, int limit, String kind, Function<T, String> key) {
        if (oneMore.size() <= limit) {
            return new Page<>(oneMore, null);
        }
        List<T> items = oneMore.subList(0, limit);
        return new Page<>(items, new Cursor(kind, key.apply(items.getLast())).text());
    }

    public <R> Page<R> map(Function<? super T, R> to) {
        return new Page<>(items.stream().<R>map(to).toList(), next);
    }
}
