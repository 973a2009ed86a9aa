package org.diamondhpc.e2e.stage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;

/** Many tasks that each leave one trace, and the count of what became of them, at both ends. */
public final class Crowd {
    private final Stage stage;
    private final String name;
    private final Map<String, String> siteOf = new LinkedHashMap<>();

    public Crowd(Stage stage, String name) {
        this.stage = stage;
        this.name = name;
    }

    /** One batch of tasks at a site, each leaving a trace and then doing {@code work}. */
    public List<String> submit(String site, int count, String work) {
        ArrayNode batch = Api.JSON.createArrayNode();
        for (int i = 0; i < count; i++) {
            batch.add(Spec.script(Cluster.trace(name, "$DIAMOND_ATTEMPT") + work).at(site)
                    .named(name + " " + i).json());
        }
        List<String> ids = new ArrayList<>();
        stage.demo().post("/v1/task-batches", batch).path("items").forEach(task -> ids.add(task.path("id").asText()));
        assertThat(ids).hasSize(count);
        ids.forEach(id -> siteOf.put(id, site));
        return ids;
    }

    public List<String> tasks() {
        return List.copyOf(siteOf.keySet());
    }

    /** Waits for the ends of all. */
    public Map<String, JsonNode> ended(Duration patience) {
        long begin = System.nanoTime();
        Map<String, JsonNode> all = new LinkedHashMap<>();
        for (String id : siteOf.keySet()) {
            Duration left = patience.minusNanos(System.nanoTime() - begin);
            all.put(id, stage.demo().ended(id, left.isNegative() ? Duration.ofSeconds(1) : left));
        }
        return all;
    }

    /**
     * The promise, counted: each task succeeded, ended once on the topic, knows the job that claimed its attempt, and
     * its work ran once.
     *
     * @param oneJobEach whether also the cluster's books may know only one job of each attempt
     */
    public void assertEachRanOnce(Map<String, JsonNode> ended, boolean oneJobEach) {
        SoftAssertions all = new SoftAssertions();
        for (String site : siteOf.values().stream().distinct().toList()) {
            Cluster cluster = stage.cluster(site);
            Map<String, List<String>> traces = cluster.traces(name);
            Map<String, List<String>> jobs = cluster.jobsByAttempt();
            siteOf.forEach((id, at) -> {
                if (at.equals(site)) {
                    JsonNode task = ended.get(id);
                    String attempt = id + "." + task.path("attempt").asInt();
                    all.assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
                    all.assertThat(traces.getOrDefault(attempt, List.of())).as("traces of " + attempt)
                            .containsExactly(task.at("/job/id").asText());
                    all.assertThat(traces.keySet().stream().filter(t -> t.startsWith(id))).as("attempts of " + id).hasSize(1);
                    all.assertThat(cluster.claim(attempt)).as("claim of " + attempt).isEqualTo(task.at("/job/id").asText());
                    if (oneJobEach) {
                        all.assertThat(jobs.get(attempt)).as("jobs of " + attempt).hasSize(1);
                    }
                    stage.topic().await(id, "ended", Duration.ofSeconds(30));
                    all.assertThat(stage.topic().of(id, "ended")).as("ends of " + id).hasSize(1);
                    all.assertThat(stage.topic().types(id)).as("last event of " + id).filteredOn(t -> !t.equals("job-accounted"))
                            .last().isEqualTo("ended");
                }
            });
        }
        all.assertAll();
    }
}
