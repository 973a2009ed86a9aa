package org.diamondhpc.globus.simulator.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.globus.simulator.GlobusSimulator;
import org.diamondhpc.globus.simulator.http.Door;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.http.Refusal;
import org.diamondhpc.globus.simulator.http.Request;
import org.diamondhpc.globus.simulator.model.CollectionSpec;

/** The simulator's own calls: switching faults, looking at what goes on. Not part of Globus. */
final class ControlApi {
    private final GlobusSimulator simulator;
    private final String token;

    ControlApi(GlobusSimulator simulator, String token) {
        this.simulator = simulator;
        this.token = token;
    }

    void open(Door door) {
        door.open("POST", "/simulator/fault", this::fault);
        door.open("GET", "/simulator/status", this::status);
    }

    private ObjectNode fault(Request request) {
        allowed(request);
        List<String> words = new ArrayList<>();
        request.document().path("words").forEach((JsonNode w) -> words.add(w.asText()));
        try {
            new FaultTable(simulator.faults(), this::idOf).apply(words);
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest(e.getMessage());
        }
        return Json.object().put("done", String.join(" ", words));
    }

    private ObjectNode status(Request request) {
        allowed(request);
        ObjectNode answer = Json.object();
        ArrayNode collections = answer.putArray("collections");
        for (CollectionSpec c : simulator.collections()) {
            collections.addObject().put("id", c.id()).put("name", c.displayName())
                    .put("entity_type", c.entityType().wire()).put("connected", c.connected());
        }
        ObjectNode tasks = answer.putObject("tasks");
        simulator.tasksByStatus().forEach((status, number) -> tasks.put(status, number));
        ObjectNode requests = answer.putObject("requests");
        simulator.requests().all().forEach(requests::put);
        return answer;
    }

    private void allowed(Request request) {
        String given = request.bearer().orElse("");
        if (!MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8))) {
            throw Refusal.of(401, "Unauthorized", "not the simulator's own token");
        }
    }

    private String idOf(String nameOrId) {
        return simulator.collections().stream()
                .filter(c -> c.id().equals(nameOrId) || c.displayName().equals(nameOrId)).map(CollectionSpec::id)
                .findFirst().orElseThrow(() -> new IllegalArgumentException("no collection '" + nameOrId + "'; there are "
                        + String.join(", ", simulator.collections().stream().map(CollectionSpec::displayName).toList())));
    }
}
