package org.diamondhpc.bench.parked;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.ground.Gateway;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;

/** Parks sessions as an agent does: opens one, asks for a task, goes to sleep for it; then its job is made to run. */
final class Parking {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Gateway api;
    private final PlayedRing ring;
    private final Connection database;

    Parking(Gateway api, PlayedRing ring, Connection database) {
        this.api = api;
        this.ring = ring;
        this.database = database;
    }

    List<Sleeper> park(int count) throws InterruptedException, SQLException, IOException {
        List<Sleeper> parked = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parked.add(one(i));
        }
        for (Sleeper sleeper : parked) {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!state(sleeper).equals("RUNNING")) {
                if (System.nanoTime() > deadline) {
                    throw new BenchFailed("task " + sleeper.task() + " is " + state(sleeper) + " after " + PATIENCE);
                }
                Thread.sleep(20);
            }
        }
        List<Sleeper> known = new ArrayList<>();
        for (Sleeper sleeper : parked) {
            known.add(sleeper.with(names(sleeper)));
        }
        return known;
    }

    private Sleeper one(int number) throws InterruptedException, SQLException, IOException {
        String session = api.post("/v1/sessions", Map.of("title", "sweep " + number,
                "context", Map.of("goal", "find the best of the runs", "budget", "200 node hours"))).path("id").asText();
        String task = api.post("/v1/tasks", Map.of("name", "run-" + number, "session", session,
                "script", "#!/bin/bash\npython3 train.py --seed " + number + "\n",
                "resources", Map.of("nodes", 1, "coresPerProcess", 8, "duration", "24h"),
                "labels", Map.of("sweep", "lr"))).path("id").asText();
        JsonNode wait = api.post("/v1/sessions/" + session + "/waits", Map.of("tasks", List.of(task), "timeout", "48h",
                "note", "look at the loss when it is done"));
        TaskOrder order = order(task);
        Placement placement = PlayedRing.placement(Instant.now());
        JobRef job = PlayedRing.job(number, Instant.now());
        ring.run(order, placement, job);
        return new Sleeper(session, task, wait.path("id").asText(), order, placement, job, List.of());
    }

    private String state(Sleeper sleeper) throws InterruptedException {
        return api.get("/v1/tasks/" + sleeper.task()).path("state").asText();
    }

    private TaskOrder order(String task) throws SQLException, IOException {
        try (PreparedStatement select = database.prepareStatement("select task_order from task where id = ?")) {
            select.setString(1, task);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return DiamondJson.json().readValue(row.getString(1), TaskOrder.class);
            }
        }
    }

    /** Its ids and those of all its events, each with digits at its end that a copy may have others of. */
    private List<String> names(Sleeper sleeper) throws SQLException {
        List<String> names = new ArrayList<>(List.of(sleeper.session(), sleeper.task(), sleeper.waitId()));
        for (String query : List.of("select event_id from journal where subject = ?",
                "select id from audit where session = ?")) {
            try (PreparedStatement select = database.prepareStatement(query)) {
                select.setString(1, query.contains("journal") ? sleeper.task() : sleeper.session());
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        names.add(rows.getString(1));
                    }
                }
            }
        }
        return names;
    }
}
