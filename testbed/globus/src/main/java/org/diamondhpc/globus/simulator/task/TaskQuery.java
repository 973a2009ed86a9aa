package org.diamondhpc.globus.simulator.task;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.http.Refusal;
import org.diamondhpc.globus.simulator.http.Request;
import org.diamondhpc.globus.simulator.storage.Wildcard;

/** A task list's filter, as in {@code type:TRANSFER,DELETE/status:ACTIVE}, and its order, as in {@code request_time DESC}. */
record TaskQuery(Predicate<Task> filter, Comparator<Task> order) {
    static TaskQuery of(Request request) {
        Predicate<Task> filter = request.queries("filter").stream().flatMap(f -> List.of(f.split("/")).stream())
                .map(TaskQuery::part).reduce(t -> true, Predicate::and);
        return new TaskQuery(filter, order(request.query("orderby").orElse("request_time DESC")));
    }

    List<Task> select(List<Task> all) {
        return all.stream().filter(filter).sorted(order).toList();
    }

    private static Predicate<Task> part(String part) {
        int colon = part.indexOf(':');
        if (colon < 0) {
            throw Refusal.badRequest("filter '" + part + "' is not of the form field:value");
        }
        List<String> values = List.of(part.substring(colon + 1).split(",", -1));
        return switch (part.substring(0, colon)) {
            case "type" -> t -> values.contains(t.order().type());
            case "status" -> t -> values.contains(t.status().name());
            case "task_id" -> t -> values.contains(t.id());
            case "label" -> t -> t.label() != null && values.stream().anyMatch(v -> labelled(t.label(), v));
            case "endpoint" -> t -> t.order().collections().stream().anyMatch(values::contains);
            case "request_time" -> t -> between(t.requested(), values);
            case "completion_time" -> t -> t.completed() != null && between(t.completed(), values);
            case String other -> throw Refusal.badRequest("cannot filter by '" + other + "'");
        };
    }

    private static boolean labelled(String label, String wanted) {
        if (wanted.startsWith("~")) {
            return new Wildcard(wanted.substring(1)).matches(label);
        }
        return label.equals(wanted);
    }

    /** The bounds as the service writes times, so that text compares as time does; an empty one is open. */
    private static boolean between(Instant time, List<String> bounds) {
        String text = Json.taskTime(time).substring(0, 19);
        String from = bound(bounds.getFirst());
        String to = bounds.size() > 1 ? bound(bounds.get(1)) : "";
        return (from.isEmpty() || text.compareTo(from) >= 0) && (to.isEmpty() || text.compareTo(to) < 0);
    }

    private static String bound(String text) {
        String plain = text.replace(' ', 'T');
        return plain.length() > 19 ? plain.substring(0, 19) : plain;
    }

    private static Comparator<Task> order(String text) {
        Comparator<Task> order = null;
        for (String part : text.split(",")) {
            String[] words = part.trim().split("\\s+");
            Comparator<Task> next = switch (words[0]) {
                case "request_time" -> Comparator.comparing(Task::requested);
                case "completion_time" -> Comparator.comparing(Task::completed,
                        Comparator.nullsLast(Comparator.naturalOrder()));
                case "deadline" -> Comparator.comparing(Task::deadline);
                case "task_id" -> Comparator.comparing(Task::id);
                case "label" -> Comparator.comparing(t -> Objects.requireNonNullElse(t.label(), ""));
                case "type" -> Comparator.comparing(t -> t.order().type());
                case "status" -> Comparator.comparing(Task::status);
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
