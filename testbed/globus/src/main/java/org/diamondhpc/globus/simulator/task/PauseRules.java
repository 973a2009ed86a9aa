package org.diamondhpc.globus.simulator.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.diamondhpc.globus.simulator.http.Json;

/** What administrators of collections have stopped, and what they say about it. */
final class PauseRules {
    private record Rule(String id, String collection, String message, Instant since) { }

    private final Map<String, Rule> rules = new TreeMap<>();

    synchronized void pause(String collection, String message, Instant now) {
        rules.put(collection, new Rule(UUID.randomUUID().toString(), collection, message, now));
    }

    synchronized void resume(String collection) {
        rules.remove(collection);
    }

    synchronized void clear() {
        rules.clear();
    }

    synchronized Optional<String> message(String collection) {
        return Optional.ofNullable(rules.get(collection)).map(Rule::message);
    }

    synchronized boolean any(Collection<String> collections) {
        return collections.stream().anyMatch(rules::containsKey);
    }

    synchronized ObjectNode info(Order order, Function<String, String> displayName) {
        ObjectNode info = Json.document("pause_info_limited");
        var list = info.putArray("pause_rules");
        order.collections().stream().filter(rules::containsKey)
                .forEach(c -> list.add(document(rules.get(c), displayName.apply(c))));
        String source = switch (order) {
            case Order.Transfer t -> t.document().sourceEndpoint();
            case Order.Delete d -> d.document().endpoint();
        };
        String destination = order instanceof Order.Transfer t ? t.document().destinationEndpoint() : "";
        return info.put("source_pause_message", message(source).orElse(null))
                .put("destination_pause_message", message(destination).orElse(null))
                .putNull("source_pause_message_share").putNull("destination_pause_message_share");
    }

    private static ObjectNode document(Rule rule, String displayName) {
        String since = Json.taskTime(rule.since());
        return Json.document("pause_rule_limited").put("id", rule.id()).put("message", rule.message())
                .put("start_time", since).put("modified_time", since).put("endpoint_id", rule.collection())
                .put("endpoint_display_name", displayName).putNull("identity_id").put("created_by_host_manager", false)
                .put("pause_ls", true).put("pause_mkdir", true).put("pause_rename", true).put("pause_symlink", true)
                .put("pause_task_delete", true).put("pause_task_transfer_read", true)
                .put("pause_task_transfer_write", true);
    }
}
