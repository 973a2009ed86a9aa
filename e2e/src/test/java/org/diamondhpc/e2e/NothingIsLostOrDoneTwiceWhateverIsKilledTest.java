package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.Crowd;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.diamondhpc.e2e.stage.Wait;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** {@code kill -9} of every process in turn, at random moments, while a hundred tasks run. */
@EndToEnd
@Order(9)
@Uses(sites = {"alpha", "beta", "gamma", "delta"}, kills = true)
class NothingIsLostOrDoneTwiceWhateverIsKilledTest {
    private static final List<String> ALL =
            List.of("gateway", "discovery", "transfer", "submit", "monitor", "broker", "postgres");
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private final Stage stage;
    private final Api demo;

    NothingIsLostOrDoneTwiceWhateverIsKilledTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
    }

    @Test
    void aHundredTasksEndOnceEachAndEachWaitWakesOnce() throws Exception {
        Random random = stage.random("kills");
        Crowd crowd = new Crowd(stage, "kills");
        String session = demo.post("/v1/sessions", Map.of("title", "kills")).path("id").asText();

        int waits = 0;
        for (String victim : ALL) { // a part of the crowd for each victim, so that each step is hit
            for (String site : Stage.SLURM_SITES) {
                int count = site.equals("alpha") ? 6 : 3;
                List<String> ids = crowd.submit(site, count, "sleep " + random.nextInt(4));
                demo.post("/v1/sessions/" + session + "/waits", Map.of("tasks", ids));
                demo.post("/v1/sessions/" + session + "/waits", Map.of("tasks", ids, "mode", "ANY"));
                waits += 2;
            }
            int pause = random.nextInt(4000);
            Wait.pause(Duration.ofMillis(pause));
            System.out.println("kill -9 " + victim + " after " + pause + " ms");
            stage.diamond().kill(victim);
            Wait.pause(Duration.ofMillis(random.nextInt(3000)));
        }
        demo.post("/v1/sessions/" + session + "/waits", Map.of("tasks", crowd.tasks(), "note", "all"));
        waits++;

        Map<String, JsonNode> ended = crowd.ended(PATIENCE);

        crowd.assertEachRanOnce(ended, true);
        assertWakesOnceEach(session, waits);
        System.out.println(crowd.tasks().size() + " tasks under kills; events sent again: " + stage.topic().repeated());
    }

    private void assertWakesOnceEach(String session, int waits) {
        JsonNode[] wakes = {null};
        Wait.until(Duration.ofSeconds(60), () -> "wakes: " + wakes[0].path("items").size() + " of " + waits, () -> {
            wakes[0] = demo.get("/v1/sessions/" + session + "/wakes?after=0&limit=200");
            return wakes[0].path("items").size() >= waits;
        });
        List<String> woken = wakes[0].path("items").findValuesAsText("waitId");
        assertThat(woken).hasSize(waits).doesNotHaveDuplicates();
        List<Integer> numbers = wakes[0].path("items").findValues("number").stream().map(JsonNode::asInt).toList();
        assertThat(numbers).isSorted().doesNotHaveDuplicates().endsWith(waits);
    }
}
