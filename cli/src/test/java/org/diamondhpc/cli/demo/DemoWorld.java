package org.diamondhpc.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.diamondhpc.cli.client.Sha256;
import org.diamondhpc.cli.testing.Answers;
import org.diamondhpc.cli.testing.StubGateway;
import org.diamondhpc.cli.testing.StubGateway.Reply;
import org.diamondhpc.schemas.DiamondJson;

/** A gateway behind which both steps have run, in no time. */
final class DemoWorld {
    static final String FIRST = "t-000000001";
    static final String SECOND = "t-000000002";
    static final String SESSION = "s-000000001";
    private static final String COPY = "x-000000001";
    private static final String SITES = """
        {"items":[
         {"id":"alpha","scheduler":"slurm","health":{"state":"UP","since":"2026-01-01T00:00:00Z"},
          "description":"16 nodes","seenAt":"%1$s","partitions":[{"name":"batch","open":true,"nodes":16,"gpus":0}]},
         {"id":"beta","scheduler":"slurm","health":{"state":"UP","since":"2026-01-01T00:00:00Z"},
          "description":"8 nodes","seenAt":"%1$s","partitions":[{"name":"gpu","open":true,"nodes":8,"gpus":32}]},
         {"id":"gone","scheduler":"fork","health":{"state":"DOWN","since":"2026-01-01T00:00:00Z"},
          "description":"no more","seenAt":"2026-01-01T00:00:00Z",
          "partitions":[{"name":"local","open":true,"nodes":1,"gpus":9}]}]}
        """;

    private final StubGateway gateway;
    private final int wrongBits;
    private final Instant base = Instant.now();
    private String mover;

    /** Alpha and beta have Globus collections, and delta has none; the fields go from alpha to beta by this mover. */
    DemoWorld collections(String mover) {
        this.mover = mover;
        return this;
    }

    DemoWorld(StubGateway gateway, int wrongBits) {
        this.gateway = gateway;
        this.wrongBits = wrongBits;
    }

    void play() {
        gateway.on("GET /v1/sites", mover == null ? SITES.formatted(base) : shown());
        gateway.on("POST /v1/placements", Answers.PLAN);
        gateway.on("POST /v1/tasks", asked -> Reply.json(202, "{\"id\":\"" + (asked.json().has("dependsOn") ? SECOND
                : FIRST) + "\",\"state\":\"PLACING\",\"version\":1}"));
        gateway.on("PUT /v1/workspaces/demo/files/inputs/problem.json", asked -> {
            ran(new Plates(asked.json()));
            return Reply.json(200, "{}");
        });
        Steps.PROGRAMS.forEach(f -> gateway.on("PUT /v1/workspaces/demo/files/inputs/" + f, "{}"));
        session();
    }

    private String shown() {
        String delta = """
             {"id":"delta","scheduler":"slurm","health":{"state":"UP","since":"2026-01-01T00:00:00Z"},"seenAt":"%s",
              "description":"without a collection","partitions":[{"name":"main","open":true,"nodes":32,"gpus":2}]},
            """.formatted(base);
        return SITES.formatted(base).replace("\"description\":\"16", "\"collections\":[\"c-a\"],\"description\":\"16")
                .replace("\"description\":\"8", "\"collections\":[\"c-b\"],\"description\":\"8")
                .replace("{\"id\":\"gone\"", delta + "{\"id\":\"gone\"");
    }

    /** The relay copies what is asked for, with the checksums that are so. */
    private void copying(Map<String, byte[]> fields) {
        gateway.on("POST /v1/transfers", asked -> {
            ObjectNode copied = DiamondJson.json().createObjectNode().put("id", COPY).put("state", "SUCCEEDED");
            asked.json().path("items").forEach(i -> {
                String from = i.path("from").asText();
                copied.withArray("done").addObject().put("from", from).put("size", 1)
                        .put("sha256", Sha256.of(fields.get(from.substring(from.lastIndexOf('/') + 1))));
            });
            copied.withArray("legs").addObject().put("from", "alpha").put("to", "delta").put("mover", "sftp").put("files", 4)
                    .put("bytes", 4_000_000).put("took", "PT1S").put("why", "delta has no Globus collection");
            gateway.on("GET /v1/transfers/" + COPY, copied.toString());
            return Reply.json(202, copied.toString());
        });
        gateway.on("GET /v1/transfers/" + COPY + "/events", asked -> new Reply(200, Map.of("Content-Type",
                "text/event-stream"), "id: 1\nevent: event\ndata: {\"type\": \"org.diamondhpc.transfer.finished.v1\"}\n\n"
                .getBytes(StandardCharsets.UTF_8), -1));
        gateway.on("DELETE /v1/sites/delta/files", "{\"kind\": \"done\", \"detail\": \"gone\"}");
    }

    private void ran(Plates plates) {
        Map<String, byte[]> fields = new TreeMap<>();
        for (int i = 0; i < plates.count(); i++) {
            fields.put(Steps.field(i), plates.field(i));
        }
        copying(fields);
        fields.get("field-2.bin")[5000] ^= (byte) wrongBits;
        ObjectNode result = DiamondJson.json().createObjectNode().put("fastest", 3).put("gpus", "0");
        for (int i = 0; i < plates.count(); i++) {
            result.withArray("recovered").add(plates.recovered(i));
        }
        task(FIRST, "alpha", "batch", "101", 0, fields);
        task(SECOND, "beta", "gpu", "202", 200,
                Map.of("result.json", result.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private void session() {
        String path = "/v1/sessions";
        String session = "{\"id\":\"" + SESSION + "\",\"state\":\"OPEN\",\"lastWake\":1,\"acked\":0}";
        gateway.on("POST " + path, asked -> Reply.json(201, session));
        gateway.on("POST " + path + "/" + SESSION + "/waits", asked -> Reply.json(201, "{\"id\":\"w-000000001\"}"));
        gateway.on("GET " + path + "/" + SESSION + "/wakes", asked -> {
            sleep(Duration.between(Instant.now(), base.plusMillis(450)));
            return Reply.json(200, """
                {"items":[{"number":1,"waitId":"w-000000001","reason":"FULFILLED","issuedAt":"2026-11-30T08:00:00Z",
                 "digest":{"summary":"2 of 2 happened","note":"fetch the results and compare them"}}],"next":1}
                """);
        });
        gateway.on("POST " + path + "/" + SESSION + "/wakes/ack", session);
        gateway.on("POST " + path + "/" + SESSION + "/close", session);
    }

    private void task(String id, String site, String partition, String job, int from, Map<String, byte[]> files) {
        ObjectNode task = DiamondJson.json().createObjectNode().put("id", id).put("state", "SUCCEEDED")
                .put("version", 9).put("attempt", 1).put("name", "demo").put("endedAt", at(from + 180));
        task.putObject("placement").put("site", site).put("partition", partition).put("why", "14 nodes are idle");
        task.putObject("job").put("site", site).put("id", job);
        if (mover != null && id.equals(SECOND)) {
            task.putObject("staging").put("bytes", 4_000_000).put("took", "PT1S").put("mover", mover).withArray("legs").addObject()
                    .put("from", "alpha").put("to", "beta").put("mover", mover).put("files", 4).put("bytes", 4_000_000)
                    .put("took", "PT1S").put("why", "both ends have a Globus collection");
        }
        task.putObject("outcome").put("end", "COMPLETED").put("exitCode", 0);
        ObjectNode timings = task.putObject("timings");
        String[] names = {"requestedAt", "readyAt", "placedAt", "stagedAt", "submittedAt", "startedAt", "finishedAt",
            "collectedAt", "endedAt"};
        for (int i = 0; i < names.length; i++) {
            timings.put(names[i], at(from + (i == 0 ? -from : 20 * i)));
        }
        files.forEach((name, bytes) -> {
            task.withArray("outputs").addObject().put("path", "ws://demo/" + id + "/" + name).put("kind", "OUTPUT")
                    .put("relative", name).put("size", bytes.length).put("sha256", Sha256.of(bytes));
            gateway.on("GET /v1/workspaces/demo/files/" + id + "/" + name, asked -> new Reply(200,
                    Map.of("ETag", "\"" + Sha256.of(bytes) + "\""), bytes, -1));
        });
        gateway.on("GET /v1/tasks/" + id, task.toString());
    }

    private String at(int millis) {
        return base.plusMillis(millis).toString();
    }

    private static void sleep(Duration d) {
        try {
            Thread.sleep(d.isNegative() ? Duration.ZERO : d);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
