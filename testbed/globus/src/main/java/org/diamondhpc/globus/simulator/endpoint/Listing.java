package org.diamondhpc.globus.simulator.endpoint;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.http.Refusal;
import org.diamondhpc.globus.simulator.http.Request;
import org.diamondhpc.globus.simulator.storage.Entry;
import org.diamondhpc.globus.simulator.storage.Wildcard;

/** Which entries of a directory are wanted, and in what order. */
record Listing(boolean hidden, Predicate<Entry> filter, Comparator<Entry> order) {
    static Listing of(Request request) {
        String hidden = request.query("show_hidden").orElse("1").toLowerCase(Locale.ROOT);
        return new Listing(!List.of("0", "false").contains(hidden),
                request.queries("filter").stream().flatMap(f -> List.of(f.split("/")).stream()).map(Listing::filter)
                        .reduce(e -> true, Predicate::and),
                order(request.query("orderby").orElse("type,name")));
    }

    List<Entry> select(List<Entry> all) {
        return all.stream().filter(e -> hidden || !e.name().startsWith(".")).filter(filter).sorted(order).toList();
    }

    /** {@code field:value,value}; a value is a comparison, a pattern ({@code ~}) or its denial ({@code !}). */
    private static Predicate<Entry> filter(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw Refusal.badRequest("filter '" + text + "' is not of the form field:value");
        }
        String field = text.substring(0, colon);
        List<Predicate<Entry>> any = new ArrayList<>();
        for (String value : text.substring(colon + 1).split(",")) {
            any.add(one(field, value));
        }
        return any.stream().reduce(e -> false, Predicate::or);
    }

    private static Predicate<Entry> one(String field, String value) {
        if (value.startsWith("!")) {
            return one(field, value.substring(1)).negate();
        }
        if (value.startsWith("~")) {
            Wildcard pattern = new Wildcard(value.substring(1));
            return e -> pattern.matches(text(e, field));
        }
        for (String operator : List.of("<=", ">=", "<", ">", "=")) {
            if (value.startsWith(operator)) {
                return compared(field, operator, value.substring(operator.length()));
            }
        }
        return e -> text(e, field).equals(value);
    }

    private static Predicate<Entry> compared(String field, String operator, String value) {
        return e -> {
            int order;
            try {
                order = field.equals("size") ? Long.compare(e.size(), Long.parseLong(value))
                        : text(e, field).compareTo(value);
            } catch (NumberFormatException wrong) {
                throw Refusal.badRequest("'" + value + "' is not a size");
            }
            return switch (operator) {
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                case ">=" -> order >= 0;
                default -> order == 0;
            };
        };
    }

    private static String text(Entry entry, String field) {
        return switch (field) {
            case "name" -> entry.name();
            case "type" -> entry.type();
            case "size" -> String.valueOf(entry.size());
            case "last_modified" -> Json.fileTime(entry.lastModified());
            case "permissions" -> entry.permissions();
            case "user" -> entry.user();
            case "group" -> entry.group();
            default -> throw Refusal.badRequest("there is no field '" + field + "'");
        };
    }

    /** As in {@code size DESC,name}. */
    private static Comparator<Entry> order(String text) {
        Comparator<Entry> order = null;
        for (String part : text.split(",")) {
            String[] words = part.trim().split("\\s+");
            Comparator<Entry> next = switch (words[0]) {
                case "size" -> Comparator.comparingLong(Entry::size);
                case "last_modified" -> Comparator.<Entry, Instant>comparing(Entry::lastModified);
                case "name", "type", "permissions", "user", "group" -> Comparator.comparing(e -> text(e, words[0]));
                default -> throw Refusal.badRequest("cannot order by '" + words[0] + "'");
            };
            if (words.length > 1 && words[1].equalsIgnoreCase("DESC")) {
                next = next.reversed();
            }
            order = order == null ? next : order.thenComparing(next);
        }
        return order;
    }
}
