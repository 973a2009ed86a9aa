package org.diamondhpc.globus.simulator.endpoint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.diamondhpc.globus.simulator.auth.Caller;
import org.diamondhpc.globus.simulator.auth.TransferDoor;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.http.Refusal;
import org.diamondhpc.globus.simulator.http.Request;
import org.diamondhpc.globus.simulator.model.CollectionSpec;

/** Looking collections up. */
public final class EndpointApi {
    private static final int MOST = 1000;
    private static final int PAGE = 100;
    private static final List<String> SCOPES = List.of("all", "my-endpoints", "recently-used", "in-use", "shared-by-me",
            "shared-with-me", "administered-by-me");

    private final Registry registry;
    private final EndpointDocuments documents;

    public EndpointApi(Registry registry, EndpointDocuments documents) {
        this.registry = registry;
        this.documents = documents;
    }

    public void open(TransferDoor door) {
        door.open("GET", "endpoint/:id", (caller, r) -> documents.document(caller, registry.existing(r.path("id"))));
        door.open("GET", "endpoint_search", this::search);
    }

    private ObjectNode search(Caller caller, Request request) {
        Optional<String> text = request.query("filter_fulltext");
        String scope = request.query("filter_scope").orElse("all");
        if (!SCOPES.contains(scope)) {
            throw Refusal.badRequest("filter_scope must be one of " + String.join(", ", SCOPES));
        }
        if (scope.equals("all") && text.isEmpty()) {
            throw Refusal.badRequest("filter_fulltext is required where filter_scope is 'all'");
        }
        List<CollectionSpec> found = registry.all().stream().filter(c -> inScope(caller, c, scope))
                .filter(c -> text.isEmpty() || matches(c, text.get()))
                .filter(c -> request.query("filter_entity_type").map(c.entityType().wire()::equals).orElse(true))
                .filter(c -> request.query("filter_owner_id").map(registry.owner(c)::equals).orElse(true))
                .limit(MOST).toList();
        int limit = request.number("limit", PAGE, MOST);
        int offset = request.number("offset", 0, MOST);
        ObjectNode answer = Json.document("endpoint_list").put("limit", limit).put("offset", offset)
                .put("has_next_page", offset + limit < found.size());
        ArrayNode data = answer.putArray("DATA");
        found.stream().skip(offset).limit(limit).forEach(c -> data.add(documents.document(caller, c)));
        return answer;
    }

    private boolean inScope(Caller caller, CollectionSpec collection, String scope) {
        boolean mine = registry.owner(collection).equals(caller.id());
        return switch (scope) {
            case "my-endpoints", "administered-by-me" -> mine;
            case "shared-by-me" -> mine && collection.entityType().guest();
            case "shared-with-me" -> !mine && collection.people().contains(caller.id());
            default -> true;
        };
    }

    /** The id, or all words in the name. */
    private static boolean matches(CollectionSpec collection, String text) {
        String name = collection.displayName().toLowerCase(Locale.ROOT);
        return collection.id().equals(text)
                || List.of(text.toLowerCase(Locale.ROOT).split("\\s+")).stream().allMatch(name::contains);
    }
}
